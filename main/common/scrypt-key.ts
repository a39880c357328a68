import { scrypt, scryptSync } from 'node:crypto';

export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Cost of a guess: 32 MB and a tenth of a second. */
export const SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 1 };

const KEY_BYTES = 32;
/** scrypt needs 128 · N · r bytes and some more; above `maxmem`, Node refuses. */
const optionsOf = ({ N, r, p }: ScryptCost) => ({ N, r, p, maxmem: 256 * N * r });

/** Derives a key from a secret. */
export const scryptKey = (secret: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, KEY_BYTES, optionsOf(cost), (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Derives the same key synchronously, which blocks for the time of a guess. */
export const scryptKeySync = (secret: string, salt: Buffer, cost: ScryptCost): Buffer =>
  scryptSync(secret, salt, KEY_BYTES, optionsOf(cost));
