import { z } from 'zod';
import { teamRole } from '#contract/features/team/calls';

/** 32 bytes in hexadecimal. */
const key = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().max(80);
const publicKeys = { sign: key, seal: key };

const storedMark = z.object({
  state: z.enum(['reviewed', 'flagged', 'waived']).nullable(),
  print: z.string().max(200),
  reason: z.string().max(2_000).nullable(),
  until: z.string().max(10).nullable(),
  note: z.string().max(4_000).nullable(),
  user: z.string().max(200),
  at: z.string().max(40),
  owner: z.string().max(200).nullable(),
});

const kinds = [
  z.object({ kind: z.literal('founded'), team: name, salt: key, name, ...publicKeys }),
  z.object({ kind: z.literal('admitted'), member: z.uuid(), name, role: teamRole, ...publicKeys }),
  z.object({ kind: z.literal('role'), member: z.uuid(), role: teamRole }),
  z.object({ kind: z.literal('removed'), member: z.uuid() }),
  z.object({ kind: z.literal('left') }),
  z.object({
    kind: z.literal('marks'),
    marks: z
      .array(z.object({ rule: z.string().max(100), key: z.string().max(400), mark: storedMark.nullable() }))
      .max(500),
  }),
] as const;

/** What every entry says besides its content: its own ID, when it was written, and the end of the writer's log. */
const envelope = z.object({
  id: z.uuid(),
  at: z.string().max(40),
  head: z.object({ lines: z.int().min(0), hash: z.string().max(64) }),
  kind: z.string(),
});
export type Envelope = z.output<typeof envelope>;

const content = z.discriminatedUnion('kind', kinds);
export type EntryContent = z.output<typeof content>;
export type MembershipContent = Exclude<EntryContent, { kind: 'marks' }>;

export const isMembership = (read: EntryContent): read is MembershipContent => read.kind !== 'marks';

const KNOWN = new Set(kinds.map(({ shape }) => shape.kind.value));

export type ReadContent =
  | { readonly ok: true; readonly envelope: Envelope; readonly content: EntryContent }
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
  if (!KNOWN.has(head.data.kind as EntryContent['kind'])) return { ok: false, code: 'newer-format' };
  const read = content.safeParse(value);
  return read.success
    ? { ok: true, envelope: head.data, content: read.data }
    : { ok: false, code: 'odd-content' };
}
