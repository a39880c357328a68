import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Derives each key once per worker: otherwise a test that writes and opens a backup would derive the same key twice,
// which is slow.

type Bytes = string | Buffer;
type Callback = (error: Error | null, key: Buffer) => void;

const derive = crypto.scrypt;
const deriveSync = crypto.scryptSync;
const keys = new Map<string, Buffer>();
const inputsOf = (secret: Bytes, salt: Bytes, length: number, options: ScryptOptions = {}): string =>
  JSON.stringify([Buffer.from(secret).toString('hex'), Buffer.from(salt).toString('hex'), length, options]);

/** Callers get a copy, which they may overwrite. */
Object.assign(crypto, {
  scrypt: (secret: Bytes, salt: Bytes, length: number, options: ScryptOptions, done: Callback): void => {
    const inputs = inputsOf(secret, salt, length, options);
    const known = keys.get(inputs);
    if (known) setImmediate(done, null, Buffer.from(known));
    else
      derive(secret, salt, length, options, (error, key) => {
        if (!error) keys.set(inputs, Buffer.from(key));
        done(error, key);
      });
  },
  scryptSync: (secret: Bytes, salt: Bytes, length: number, options?: ScryptOptions): Buffer => {
    const inputs = inputsOf(secret, salt, length, options);
    const key = keys.get(inputs) ?? deriveSync(secret, salt, length, options);
    keys.set(inputs, key);
    return Buffer.from(key);
  },
});
syncBuiltinESMExports();
