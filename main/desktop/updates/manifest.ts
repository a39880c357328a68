import { createHash, createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '#contract/dates';
import { lazy } from '#contract/lazy';
import type { NoUpdateReason, RefusalReason } from '#contract/updates';
import { parseJson } from '#common/parse-json';

/** A manifest has a few files; a larger response is not read. */
export const MAX_MANIFEST_BYTES = 64 * 1024;
/** Maximum validity. An attacker who controls the server cannot withhold newer versions for longer. */
const MAX_VALIDITY_MS = 90 * DAY_MS;
/** Clocks of computers differ; a manifest from further in the future is refused. */
const CLOCK_TOLERANCE_MS = DAY_MS;

const version = lazy(() => z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/));

const updateFile = lazy(() =>
  z.object({
    /** A name, not a path: it is appended to the folder of the manifest. */
    name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,119}$/),
    platform: z.enum(['win32', 'darwin', 'linux']),
    arch: z.enum(['x64', 'arm64']),
    size: z.int().positive().max(2_000_000_000),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);
export type UpdateFile = z.output<ReturnType<typeof updateFile>>;

const manifest = lazy(() =>
  z.object({
    product: z.literal('firm-desk'),
    version: version(),
    /** Rises with every published manifest, even for the same version: a lower one is a replay. */
    sequence: z.int().positive(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** The oldest version that this one can replace directly. */
    minimumVersion: version(),
    /** Share of the installations that are offered the version, in percent. */
    rollout: z.int().min(0).max(100),
    files: z.array(updateFile()).min(1).max(20),
  }),
);
export type Manifest = z.output<ReturnType<typeof manifest>>;

/** The server's response: the manifest as text, because a signature covers bytes, and its signatures. */
const envelope = lazy(() =>
  z.object({
    manifest: z.string().max(MAX_MANIFEST_BYTES),
    signatures: z
      .array(z.object({ signature: z.base64() }))
      .min(1)
      .max(4),
  }),
);

export type ManifestVerdict =
  | { readonly kind: 'update'; readonly manifest: Manifest; readonly file: UpdateFile }
  | { readonly kind: 'none'; readonly reason: NoUpdateReason; readonly sequence: number }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

export interface ManifestContext {
  /** Public keys (SPKI, base64): the current one and the next one, so that either can be replaced. */
  readonly keys: readonly string[];
  readonly installed: string;
  readonly platform: string;
  readonly arch: string;
  readonly now: Date;
  /** The highest sequence that was accepted before; 0 for none. */
  readonly lastSequence: number;
  /** The highest version that the organization allows. */
  readonly holdAt: string | undefined;
  /** Random ID of this installation, for its place in a rollout. */
  readonly installation: string;
}

/** Judges a manifest as the server sent it. Nothing in it is used before a signature is verified. */
export function judgeManifest(text: string, context: ManifestContext): ManifestVerdict {
  const refused = (reason: RefusalReason): ManifestVerdict => ({ kind: 'refused', reason });
  const parsedEnvelope = envelope().safeParse(parseJson(text)).data;
  if (!parsedEnvelope) return refused('not-a-manifest');
  const signed = Buffer.from(parsedEnvelope.manifest, 'utf8');
  const isSigned = parsedEnvelope.signatures.some(({ signature }) =>
    context.keys.some((key) => verify(null, signed, publicKey(key), Buffer.from(signature, 'base64'))),
  );
  if (!isSigned) return refused('wrong-key');
  const parsed = manifest().safeParse(parseJson(parsedEnvelope.manifest)).data;
  if (!parsed) return refused('not-a-manifest');

  const [created, expires, now] = [
    Date.parse(parsed.createdAt),
    Date.parse(parsed.expiresAt),
    context.now.getTime(),
  ];
  if (created > now + CLOCK_TOLERANCE_MS) return refused('not-yet-valid');
  if (expires <= now || expires - created > MAX_VALIDITY_MS) return refused('expired');
  if (parsed.sequence < context.lastSequence) return refused('replayed');

  const noUpdate = (reason: NoUpdateReason): ManifestVerdict => ({
    kind: 'none',
    reason,
    sequence: parsed.sequence,
  });
  const difference = compareVersions(parsed.version, context.installed);
  if (difference === 0) return noUpdate('up-to-date');
  if (difference < 0) return noUpdate('older');
  if (context.holdAt !== undefined && compareVersions(parsed.version, context.holdAt) > 0)
    return noUpdate('held');
  if (compareVersions(context.installed, parsed.minimumVersion) < 0) return noUpdate('too-old-to-update');
  if (!isInRollout(parsed, context.installation)) return noUpdate('not-in-rollout');
  const file = parsed.files.find(
    ({ platform, arch }) => platform === context.platform && arch === context.arch,
  );
  return file ? { kind: 'update', manifest: parsed, file } : refused('no-file');
}

/** Compares two versions of three numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** An installation keeps its place for a version, so that a growing rollout never withdraws an offer. */
function isInRollout({ version: offered, rollout }: Manifest, installation: string): boolean {
  const hash = createHash('sha256').update(`${offered} ${installation}`).digest();
  return (hash.readUInt32BE() / 2 ** 32) * 100 < rollout;
}

const publicKey = (key: string) =>
  createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
