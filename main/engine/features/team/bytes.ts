/** Maximum number of cached IDs; a team has a few members, and every entry names one. */
const MAX_KNOWN_IDS = 200;
const knownIds = new Map<string, Buffer>();

/** Returns the 16 bytes of a UUID, which must not be changed. */
export function idBytes(id: string): Buffer {
  const known = knownIds.get(id);
  if (known) return known;
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16) throw new Error('The ID is not a UUID');
  if (knownIds.size >= MAX_KNOWN_IDS) knownIds.clear();
  knownIds.set(id, bytes);
  return bytes;
}

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
