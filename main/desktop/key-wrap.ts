import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import fs from 'node:fs';
import { z } from 'zod';
import { keepFile } from '../common/keep-file';

/** How much a guess costs: 32 MB and a tenth of a second. Kept in the file, so that they may be raised later. */
const KDF = { N: 2 ** 15, r: 8, p: 1 };

const hex = z.string().regex(/^[0-9a-f]+$/);
const parts = { salt: hex, nonce: hex, tag: hex, data: hex };
const wrapped = z.discriminatedUnion('version', [
  // Of earlier versions: with Node's parameters of then, and bound to nothing.
  z.object({ version: z.literal(1), ...parts }),
  z.object({
    version: z.literal(2),
    // Bounded: a file that was tampered with must not take the computer's memory.
    N: z
      .number()
      .int()
      .min(2)
      .max(2 ** 17),
    r: z.number().int().min(1).max(8),
    p: z.number().int().min(1).max(4),
    ...parts,
  }),
]);
const FIRST_KDF = { N: 2 ** 14, r: 8, p: 1 };

type Kdf = typeof KDF;
const keyOf = (secret: string, salt: Buffer, { N, r, p }: Kdf): Buffer =>
  scryptSync(secret, salt, 32, { N, r, p, maxmem: 256 * N * r });
/** A wrap that is moved to another connection, or whose parameters are changed, does not open. */
const boundTo = (id: string, { N, r, p }: Kdf): Buffer => Buffer.from(`firm-desk key 2 ${id} ${N} ${r} ${p}`);

/**
 * A second wrap of a connection's database key, under a secret that nobody can guess: its API key, or its recovery
 * phrase. When the keychain loses the key, that secret gets back what people wrote. Worthless without it, and it is in no
 * file.
 */
export function wrapKey(file: string, id: string, databaseKey: string, secret: string): void {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, salt, KDF), nonce);
  cipher.setAAD(boundTo(id, KDF));
  const data = Buffer.concat([cipher.update(databaseKey, 'hex'), cipher.final()]).toString('hex');
  const content = {
    version: 2,
    ...KDF,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    data,
  };
  keepFile(file, JSON.stringify(content));
}

/** The database key, or nothing when there is no wrap or the secret is another one. */
export function unwrapKey(file: string, id: string, secret: string): string | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    const content = wrapped.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const { salt, nonce, tag, data } = content;
    const kdf = content.version === 1 ? FIRST_KDF : content;
    const key = keyOf(secret, Buffer.from(salt, 'hex'), kdf);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex'), { authTagLength: 16 });
    if (content.version === 2) decipher.setAAD(boundTo(id, kdf));
    decipher.setAuthTag(Buffer.from(tag, 'hex'));
    return decipher.update(data, 'hex', 'hex') + decipher.final('hex');
  } catch {
    return undefined; // another secret, or a damaged wrap: both mean that this wrap does not help
  }
}
