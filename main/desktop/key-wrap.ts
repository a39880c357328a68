import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { z } from 'zod';
import { lazy } from '#contract/lazy';
import { SCRYPT_COST, scryptKeySync, type ScryptCost } from '../common/scrypt-key';
import { writeFileAtomic } from '../common/write-file-atomic';

const wrapped = lazy(() => {
  const hex = z.string().regex(/^[0-9a-f]+$/);
  const encryptedFields = { salt: hex, nonce: hex, tag: hex, data: hex };
  return z.discriminatedUnion('version', [
    // Earlier versions used Node's default parameters, and did not bind the wrap to a connection.
    z.object({ version: z.literal(1), ...encryptedFields }),
    z.object({
      version: z.literal(2),
      // Bounded, so that a manipulated file cannot exhaust memory.
      N: z
        .number()
        .int()
        .min(2)
        .max(2 ** 17),
      r: z.number().int().min(1).max(8),
      p: z.number().int().min(1).max(4),
      ...encryptedFields,
    }),
  ]);
});
const VERSION_1_COST = { N: 2 ** 14, r: 8, p: 1 };

/** Binds a wrap to its connection and parameters: a moved or altered one does not open. */
const associatedData = (id: string, { N, r, p }: ScryptCost): Buffer =>
  Buffer.from(`firm-desk key 2 ${id} ${N} ${r} ${p}`);

/** A connection's wrap under its recovery code. */
export const RECOVERY_WRAP = 'recovery.json';
/** Its wrap under the code before that one, until the user has written the newer one down. */
export const PREVIOUS_RECOVERY_WRAP = 'recovery-previous.json';

/**
 * Stores a connection's database key encrypted under a secret that cannot be guessed: its API key or recovery
 * code. If the keychain loses the key, that secret restores access. The secret itself is in no file.
 */
export function wrapKey(file: string, id: string, databaseKey: string, secret: string): void {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', scryptKeySync(secret, salt, SCRYPT_COST), nonce);
  cipher.setAAD(associatedData(id, SCRYPT_COST));
  const data = Buffer.concat([cipher.update(databaseKey, 'hex'), cipher.final()]).toString('hex');
  const content = {
    version: 2,
    ...SCRYPT_COST, // stored, so that later versions can raise the cost
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    data,
  };
  writeFileAtomic(file, JSON.stringify(content));
}

/** Returns the database key, or nothing if there is no wrap or the secret is wrong. */
export function unwrapKey(file: string, id: string, secret: string): string | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    const content = wrapped().parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const { salt, nonce, tag, data } = content;
    const kdf = content.version === 1 ? VERSION_1_COST : content;
    const key = scryptKeySync(secret, Buffer.from(salt, 'hex'), kdf);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex'), { authTagLength: 16 });
    if (content.version === 2) decipher.setAAD(associatedData(id, kdf));
    decipher.setAuthTag(Buffer.from(tag, 'hex'));
    return decipher.update(data, 'hex', 'hex') + decipher.final('hex');
  } catch {
    return undefined; // a wrong secret or a damaged wrap
  }
}
