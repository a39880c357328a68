import { createHash } from 'node:crypto';
import { idBytes } from './bytes';
import type { PublicKeys } from './member-keys';

/** Words that sound different. 256, one per byte; their order is part of the format. */
const WORDS =
  `acorn actor airport album almond anchor apple apron arrow atlas autumn badge bagel balloon banana banjo
barrel basket beacon bedroom bicycle biscuit blanket blossom border bottle bracelet breakfast bridge broom brother bucket
butter button cabin cactus camera candle canyon captain carpet carrot castle cattle ceiling cellar cereal chapel cherry
chimney circus clover coconut coffee comet compass cookie copper corner cotton cousin cradle crayon cricket crystal cupboard
curtain cymbal daisy dancer december desert diamond dinner doctor dolphin donkey doorbell dragon drummer eagle elbow elephant
emerald engine envelope evening falcon farmer feather fiddle finger fireplace flannel flower football forest fountain fox
freckle friday frost furnace galaxy garden garlic ginger giraffe glacier goblet grandma granite grape guitar hammer hammock
harbor harvest hazel hedge helmet hockey holiday honey horizon hotel igloo island ivory jacket jaguar january jelly jewel
jungle kettle keyboard kitchen kitten ladder lantern laundry lemon leopard library lighthouse lilac lizard lobster lumber
magnet mailbox mango maple marble market meadow melon mirror mitten monday monkey morning mountain muffin museum mushroom
mustard napkin needle nephew notebook nutmeg oatmeal ocean october olive onion orange orchard otter oyster paddle palace pancake
panther papaya parrot peanut pebble pelican pencil penguin pepper piano pickle picnic pigeon pillow pilot planet plaza pocket
pony popcorn potato pottery prairie pretzel puddle pumpkin puppet puzzle quarry rabbit raccoon radish railway rainbow raven
ribbon river robin rocket saddle sailor salmon sandal saturday scarf school scissors season shadow shovel silver skillet
slipper snowman spider spinach squirrel stable sunday sunset swallow table teapot thunder tiger toaster tomato tractor trumpet
tulip turkey`.split(/\s+/);

/**
 * Five words are 40 bits. Keys with the same words could be found by trying, but only by someone who has the invitation
 * file and its code: the keys of both sides are sealed with it.
 */
const WORD_COUNT = 5;

interface Pairing {
  readonly team: string;
  readonly invitation: string;
  readonly inviter: PublicKeys;
  readonly joiner: PublicKeys;
}

/**
 * Returns the words that both screens show: the same if both have the same keys and the same invitation, and
 * otherwise only by a chance of 1 in 2^40.
 */
export function pairingWords({ team, invitation, inviter, joiner }: Pairing): string[] {
  const hash = createHash('sha256')
    .update('firm-desk team words 1\0')
    .update(idBytes(team))
    .update(idBytes(invitation));
  for (const key of [inviter.sign, inviter.seal, joiner.sign, joiner.seal]) hash.update(key);
  return [...hash.digest().subarray(0, WORD_COUNT)].map((byte) => WORDS[byte] ?? '');
}
