import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';

const call = oc.errors(errors);

/** An ID as text; short, so that no token fits into it. */
const claimedId = z.string().max(40);

/** What an ID token says about its user (spec 5.1); null where it says nothing. */
export const tokenClaims = z.object({
  userId: claimedId.nullable(),
  profileId: claimedId.nullable(),
  firmId: claimedId.nullable(),
  isFirmUser: z.boolean().nullable(),
  isClientUser: z.boolean().nullable(),
  /** The firms that the user can access. */
  firmIds: z.array(claimedId).nullable(),
  /** ISO, UTC. */
  issuedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type TokenClaims = z.output<typeof tokenClaims>;

/** Whom the open connection acts as. API keys carry no claims; a token may have none that can be read. */
export const identity = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('api-key') }),
  z.object({ kind: z.literal('unreadable') }),
  z.object({ kind: z.literal('claims'), claims: tokenClaims }),
]);
export type Identity = z.output<typeof identity>;

/** Who the user is to the service. The token itself never leaves the engine. */
export const identityContract = {
  /** Reads the claims of the current token; signs in first if there is none. */
  get: call.output(identity),
};
