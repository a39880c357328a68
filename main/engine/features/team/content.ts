import { z } from 'zod';
import { teamRole } from '#contract/features/team/schemas';
import { MAX_MEMBER_NAME } from '#contract/features/team/member-name';
import { SHARED_TOPICS, type AnyTopic, type TopicName } from './saved-work/topics';
import { itemSchema } from './saved-work/readable';
import type { ItemChange } from './saved-work/topics/shared-topic';

/** 32 bytes in hexadecimal. */
const key = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().max(MAX_MEMBER_NAME);
const publicKeys = { sign: key, seal: key };

const topicContent = (topic: AnyTopic) =>
  z.object({ kind: z.literal(topic.name), items: z.array(itemSchema(topic)).max(topic.maxItems) });

const membershipKinds = [
  z.object({ kind: z.literal('founded'), team: name, salt: key, name, ...publicKeys }),
  z.object({ kind: z.literal('admitted'), member: z.uuid(), name, role: teamRole, ...publicKeys }),
  z.object({ kind: z.literal('role'), member: z.uuid(), role: teamRole }),
  z.object({ kind: z.literal('removed'), member: z.uuid() }),
  z.object({ kind: z.literal('left') }),
] as const;
/** Kinds of content that change the members, or the keys that they have. */
export const MEMBERSHIP_KINDS: readonly string[] = membershipKinds.map(({ shape }) => shape.kind.value);
const topicKinds = SHARED_TOPICS.map(topicContent);

/**
 * The fields of every entry besides its content: its ID, when it was written, and the last line of the writer's
 * activity log.
 */
const envelope = z.object({
  id: z.uuid(),
  at: z.string().max(40),
  head: z.object({ lines: z.int().min(0), hash: z.string().max(64) }),
  kind: z.string(),
});
export type EntryEnvelope = z.output<typeof envelope>;

const membershipContent = z.discriminatedUnion('kind', membershipKinds);
export type MembershipContent = z.output<typeof membershipContent>;
/** Items of one topic. */
export interface TopicContent {
  readonly kind: TopicName;
  readonly items: readonly ItemChange[];
}
export type EntryContent = MembershipContent | TopicContent;

const SCHEMAS = new Map<string, z.ZodType<EntryContent>>(
  [...membershipKinds, ...topicKinds].map((schema) => [schema.shape.kind.value, schema]),
);
const TOPICS: ReadonlySet<string> = new Set(SHARED_TOPICS.map(({ name: topic }) => topic));

export const isMembership = (content: EntryContent): content is MembershipContent =>
  !TOPICS.has(content.kind);

export type ReadContent =
  | { readonly ok: true; readonly envelope: EntryEnvelope; readonly content: EntryContent }
  | { readonly ok: false; readonly code: 'newer-format' | 'odd-content' };

/** Reads the text of an entry. */
export function readContent(text: string): ReadContent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: 'odd-content' };
  }
  const head = envelope.safeParse(value);
  if (!head.success) return { ok: false, code: 'odd-content' };
  const schema = SCHEMAS.get(head.data.kind);
  if (!schema) return { ok: false, code: 'newer-format' };
  const read = schema.safeParse(value);
  return read.success
    ? { ok: true, envelope: head.data, content: read.data }
    : { ok: false, code: 'odd-content' };
}
