/** D-Bus messages (D-Bus specification, "Message Protocol"), limited to what receiving signals needs. */

type Basic = 's' | 'o' | 'g' | 'u' | 'b';
export interface BusMessage {
  readonly type: 'call' | 'reply' | 'error' | 'signal';
  readonly serial: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly destination?: string;
  readonly sender?: string;
  /** For a reply or an error: the serial of the call. */
  readonly replySerial?: number;
  /** The message body, read from its beginning. */
  readonly body: MessageReader;
}

const TYPES = ['call', 'reply', 'error', 'signal'] as const;
/** Codes of the header fields. */
const FIELD = {
  path: 1,
  interface: 2,
  member: 3,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
} as const;
/** Byte order, type, flags and version (one byte each), body length, serial, and length of the header fields. */
const FIXED_HEADER_BYTES = 16;
/** The first byte, "l", of a message with little-endian numbers. */
const LITTLE_ENDIAN = 0x6c;
/** Larger than any expected signal or reply. */
const MAX_BYTES = 1_000_000;

const padded = (length: number, boundary: number): number => Math.ceil(length / boundary) * boundary;

/** Reads values in sequence; throws a RangeError past the end. */
export class MessageReader {
  #offset = 0;
  readonly #bytes: Buffer;
  readonly #isLittleEndian: boolean;

  constructor(bytes: Buffer, isLittleEndian: boolean) {
    this.#bytes = bytes;
    this.#isLittleEndian = isLittleEndian;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  align(boundary: number): void {
    this.#offset = padded(this.#offset, boundary);
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#offset++);
  }

  number(): number {
    this.align(4);
    const offset = this.#offset;
    this.#offset += 4;
    return this.#isLittleEndian ? this.#bytes.readUInt32LE(offset) : this.#bytes.readUInt32BE(offset);
  }

  flag(): boolean {
    return this.number() !== 0;
  }

  text(): string {
    return this.#readText(this.number());
  }

  signature(): string {
    return this.#readText(this.byte());
  }

  value(type: string): string | number | boolean {
    if (type === 's' || type === 'o') return this.text();
    if (type === 'g') return this.signature();
    if (type === 'u') return this.number();
    if (type === 'b') return this.flag();
    throw new RangeError(`type ${type} is not supported`);
  }

  #readText(length: number): string {
    const end = this.#offset + length;
    if (end >= this.#bytes.length) throw new RangeError('a text goes beyond its message');
    const text = this.#bytes.toString('utf8', this.#offset, end);
    this.#offset = end + 1; // null-terminated
    return text;
  }
}

/**
 * Returns the full length of the first message; undefined until its fixed header is complete. Throws if the message is
 * too long.
 */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < FIXED_HEADER_BYTES) return undefined;
  const isLittleEndian = bytes[0] === LITTLE_ENDIAN;
  const read = (offset: number) => (isLittleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset));
  const length = padded(FIXED_HEADER_BYTES + read(12), 8) + read(4);
  if (length > MAX_BYTES) throw new RangeError('a message is too long');
  return length;
}

/** Parses one complete message. */
export function readMessage(bytes: Buffer): BusMessage {
  const isLittleEndian = bytes[0] === LITTLE_ENDIAN;
  const [serial, fieldBytes] = [8, 12].map((offset) =>
    isLittleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset),
  );
  if (serial === undefined || fieldBytes === undefined) throw new RangeError('a message without a header');
  const type = TYPES[(bytes[1] ?? 0) - 1];
  if (!type) throw new RangeError('a message of an unknown type');
  // Fields are aligned from the start of the message; the preceding header is a multiple of eight.
  const fields = new MessageReader(
    bytes.subarray(FIXED_HEADER_BYTES, FIXED_HEADER_BYTES + fieldBytes),
    isLittleEndian,
  );
  const headerFields = new Map<number, string | number | boolean>();
  while (!fields.isAtEnd) {
    fields.align(8);
    const code = fields.byte();
    headerFields.set(code, fields.value(fields.signature()));
  }
  const text = (code: number) => {
    const value = headerFields.get(code);
    return typeof value === 'string' ? value : undefined;
  };
  const replySerial = headerFields.get(FIELD.replySerial);
  const named = {
    path: text(FIELD.path),
    interface: text(FIELD.interface),
    member: text(FIELD.member),
    destination: text(FIELD.destination),
    sender: text(FIELD.sender),
    replySerial: typeof replySerial === 'number' ? replySerial : undefined,
  };
  return {
    type,
    serial,
    ...(Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined),
    ) as Partial<BusMessage>),
    body: new MessageReader(bytes.subarray(padded(FIXED_HEADER_BYTES + fieldBytes, 8)), isLittleEndian),
  };
}

export type Argument = readonly [type: Basic, value: string | number | boolean];
export type OutgoingMessage = Omit<BusMessage, 'body' | 'serial' | 'sender'> & {
  readonly args?: readonly Argument[];
};

/** Encodes a message. */
export function writeMessage(serial: number, message: OutgoingMessage): Buffer {
  const { type, args = [] } = message;
  const fields: (readonly [code: number, value: Argument])[] = [];
  for (const name of ['path', 'interface', 'member', 'destination'] as const) {
    const value = message[name];
    if (value !== undefined) fields.push([FIELD[name], [name === 'path' ? 'o' : 's', value]]);
  }
  if (message.replySerial !== undefined) fields.push([FIELD.replySerial, ['u', message.replySerial]]);
  if (args.length > 0) fields.push([FIELD.signature, ['g', args.map(([code]) => code).join('')]]);
  let header = Buffer.alloc(0);
  for (const [code, value] of fields) {
    const gap = Buffer.alloc(padded(header.length, 8) - header.length);
    // The field's code, and its signature: one type, null-terminated.
    header = write(Buffer.concat([header, gap, Buffer.from([code, 1, value[0].charCodeAt(0), 0])]), value);
  }
  let body = Buffer.alloc(0);
  for (const argument of args) body = write(body, argument);
  const fixed = Buffer.alloc(FIXED_HEADER_BYTES);
  fixed.set([LITTLE_ENDIAN, TYPES.indexOf(type) + 1, 0, 1]); // no flags, protocol version 1
  fixed.writeUInt32LE(body.length, 4);
  fixed.writeUInt32LE(serial, 8);
  fixed.writeUInt32LE(header.length, 12);
  const gapBytes = padded(FIXED_HEADER_BYTES + header.length, 8) - FIXED_HEADER_BYTES - header.length;
  return Buffer.concat([fixed, header, Buffer.alloc(gapBytes), body]);
}

/** Returns the bytes with one value appended. */
function write(bytes: Buffer, [type, value]: Argument): Buffer<ArrayBuffer> {
  const gapBytes = type === 'g' ? 0 : padded(bytes.length, 4) - bytes.length;
  const uint32 = (integer: number) => {
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32LE(integer);
    return buffer;
  };
  const text = Buffer.from(String(value));
  const parts =
    type === 'g'
      ? [Buffer.from([text.length]), text, Buffer.alloc(1)]
      : type === 'u' || type === 'b'
        ? [uint32(Number(value))]
        : [uint32(text.length), text, Buffer.alloc(1)];
  return Buffer.concat([bytes, Buffer.alloc(gapBytes), ...parts]);
}
