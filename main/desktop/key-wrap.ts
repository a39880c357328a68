import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import fs from 'node:fs';
import { z } from 'zod';
import { keepFile } from '../common/keep-file';

const hex = z.string().regex(/^[0-9a-f]+$/);
const wrapped = z.object({ version: z.literal(1), salt: hex, nonce: hex, tag: hex, data: hex });

/**
 * A second wrap of the database key, under the connection's own credential: when the keychain loses the key, entering
 * the same credential again gets back what people wrote. Worthless without the credential, which is in no file.
 */
export function wrapKey(file: string, databaseKey: string, secret: string): void {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(secret, salt, 32), nonce);
  const data = Buffer.concat([cipher.update(databaseKey, 'hex'), cipher.final()]).toString('hex');
  const content = {
    version: 1,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    data,
  };
  keepFile(file, JSON.stringify(content));
}

/** The database key, or nothing when there is no wrap or the credential is another one. */
export function unwrapKey(file: string, secret: string): string | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    const { salt, nonce, tag, data } = wrapped.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const key = scryptSync(secret, Buffer.from(salt, 'hex'), 32);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex'));
    decipher.setAuthTag(Buffer.from(tag, 'hex'));
    return decipher.update(data, 'hex', 'hex') + decipher.final('hex');
  } catch {
    return undefined; // another credential, or a damaged wrap: both mean that this wrap does not help
  }
}
