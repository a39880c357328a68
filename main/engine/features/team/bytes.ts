import { memoize } from '#common/memoize';

/** Returns the 16 bytes of a UUID, which must not be changed. A team has a few members, and every entry names one. */
export const idBytes = memoize((id: string): Buffer => {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16) throw new Error('The ID is not a UUID');
  return bytes;
});

/** Returns 16 bytes as a UUID. */
export const idFromBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
