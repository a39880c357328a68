import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { DownloadFailure } from '#contract/updates';
import { errorCodeOf } from '#common/error-code';
import { renameOver } from '#common/rename-over';
import { sha256 as hashOf } from '#common/sha256';
import { MAX_MANIFEST_BYTES, type UpdateFile } from './manifest';

/** Silence after which a download counts as interrupted. */
const IDLE_TIMEOUT_MS = 60_000;

export class UpdateError extends Error {
  readonly reason: DownloadFailure;

  constructor(reason: DownloadFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface DownloadDeps {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** Fetches the manifest as text. Redirects are refused: they could lead to another host. */
export async function fetchManifest(address: string, deps: DownloadDeps): Promise<string> {
  const chunks: Uint8Array[] = [];
  await receive(address, MAX_MANIFEST_BYTES, deps, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Downloads an update file into `folder` and returns its path. It gets its name only after size and hash match the
 * signed manifest; a failure leaves no file.
 */
export async function downloadUpdate(
  address: string,
  file: UpdateFile,
  folder: string,
  deps: DownloadDeps,
): Promise<string> {
  const target = path.join(folder, file.name);
  if (matchesManifest(target, file)) return target;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partialFile = `${target}.part`;
  let handle: number | undefined;
  try {
    handle = fs.openSync(partialFile, 'w', 0o600);
    const opened = handle;
    const hash = createHash('sha256');
    let size = 0;
    await receive(address, file.size, deps, (chunk) => {
      for (let offset = 0; offset < chunk.length;) offset += fs.writeSync(opened, chunk, offset);
      hash.update(chunk);
      size += chunk.length;
    });
    if (size !== file.size || hash.digest('hex') !== file.sha256) throw new UpdateError('altered');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    handle = undefined;
    renameOver(partialFile, target);
    return target;
  } catch (error) {
    if (handle !== undefined) fs.closeSync(handle);
    fs.rmSync(partialFile, { force: true });
    if (isDiskFull(error)) throw new UpdateError('disk-full', error);
    throw error;
  }
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
export const isDiskFull = (error: unknown): boolean => DISK_FULL.has(errorCodeOf(error));

/** Returns whether a downloaded file matches the signed manifest; checked again before it is run. */
export function matchesManifest(target: string, { size, sha256 }: UpdateFile): boolean {
  if (fs.statSync(target, { throwIfNoEntry: false })?.size !== size) return false;
  return hashOf(fs.readFileSync(target)) === sha256;
}

/** Removes every downloaded file except `keep`, including partial files of an ended process. */
export function removeDownloads(folder: string, keep?: string): void {
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : [])
    if (name !== keep) fs.rmSync(path.join(folder, name), { force: true, recursive: true });
}

async function receive(
  address: string,
  maxBytes: number,
  { fetch, signal }: DownloadDeps,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  const idle = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS);
  };
  const stopSignal = AbortSignal.any([signal, idle.signal]);
  restartTimer();
  try {
    const response = await fetch(address, {
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: stopSignal,
    }).catch((error: unknown) => {
      throw new UpdateError(signal.aborted ? 'stopped' : 'unreachable', error);
    });
    if (!response.ok || !response.body) throw new UpdateError('refused-by-server');
    const reader = response.body.getReader();
    let received = 0;
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new UpdateError(signal.aborted ? 'stopped' : 'unreachable', error);
      });
      if (done) return;
      restartTimer();
      received += value.length;
      if (received > maxBytes) {
        await reader.cancel().catch(() => undefined);
        throw new UpdateError('too-large');
      }
      onChunk(value);
    }
  } finally {
    clearTimeout(timer);
    idle.abort(); // ends a request whose body was not read to its end
  }
}
