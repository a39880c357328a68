import net from 'node:net';
import {
  messageLength,
  readMessage,
  writeMessage,
  type Argument,
  type BusMessage,
  type MessageReader,
  type OutgoingMessage,
} from './message';

const BUS = 'org.freedesktop.DBus';

/** Returns the first usable socket ("unix:path=/run/user/1000/bus;…"), or undefined. */
export function socketOf(addresses: string | undefined): string | undefined {
  for (const address of addresses?.split(';') ?? []) {
    const [, kind, encodedName] = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(address) ?? [];
    if (encodedName === undefined) continue;
    const name = decodeURIComponent(encodedName);
    return kind === 'abstract' ? `\0${name}` : name;
  }
  return undefined;
}

interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly args?: readonly Argument[];
}

/**
 * A connection to a message bus, to receive signals. Plain JavaScript, because a native addon or helper
 * program is not available on every desktop. An error ends the connection, and no more signals arrive.
 */
export class Bus {
  readonly #socket: net.Socket;
  readonly #onMessage: (message: BusMessage) => void;
  readonly #pendingCalls = new Map<
    number,
    { resolve: (body: MessageReader) => void; reject: (reason: Error) => void }
  >();
  #serial = 0;
  #bytes = Buffer.alloc(0);
  #isConnected = false;
  readonly #queued: Buffer[] = [];

  /** `onMessage` receives signals. */
  constructor(socket: string, onMessage: (message: BusMessage) => void) {
    this.#onMessage = onMessage;
    this.#socket = net.connect(socket);
    this.#socket.unref();
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', () => this.close()); // there is no bus, or it ended
    this.#socket.on('close', () => {
      for (const { reject } of this.#pendingCalls.values()) reject(new Error('the bus has ended'));
      this.#pendingCalls.clear();
    });
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    // The handshake begins with a null byte; the bus compares the user ID (in hex) with the socket's.
    this.#socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Subscribes to signals; those not permitted never arrive. */
  async addMatch(rule: string): Promise<void> {
    await this.call({
      destination: BUS,
      path: '/org/freedesktop/DBus',
      interface: BUS,
      member: 'AddMatch',
      args: [['s', rule]],
    });
  }

  /** Rejects when the bus ends, or refuses the call, as it does if there is no such service. */
  call(call: Call): Promise<MessageReader> {
    if (this.#socket.destroyed) return Promise.reject(new Error('the bus has ended'));
    return new Promise((resolve, reject) => {
      this.#pendingCalls.set(this.send({ type: 'call', ...call }), { resolve, reject });
    });
  }

  /** Returns the serial. Messages sent before the greeting are queued. */
  send(message: OutgoingMessage): number {
    this.#serial += 1;
    const bytes = writeMessage(this.#serial, message);
    if (this.#isConnected) this.#socket.write(bytes);
    else this.#queued.push(bytes);
    return this.#serial;
  }

  #receive(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    try {
      if (!this.#isConnected && !this.#finishHandshake()) return;
      for (
        let length = messageLength(this.#bytes);
        length !== undefined;
        length = messageLength(this.#bytes)
      ) {
        if (this.#bytes.length < length) return;
        const message = readMessage(this.#bytes.subarray(0, length));
        this.#bytes = this.#bytes.subarray(length);
        this.#dispatch(message);
      }
    } catch {
      this.close(); // the peer is not a message bus
    }
  }

  /** Returns false until the bus has accepted the user. Then greets it and sends the queued messages. */
  #finishHandshake(): boolean {
    const end = this.#bytes.indexOf('\r\n');
    if (end < 0) return false;
    if (!this.#bytes.toString('latin1', 0, end).startsWith('OK ')) throw new Error('the bus refuses');
    this.#bytes = this.#bytes.subarray(end + 2);
    this.#isConnected = true;
    const hello = { destination: BUS, path: '/org/freedesktop/DBus', interface: BUS, member: 'Hello' };
    this.#serial += 1;
    this.#socket.write(
      Buffer.concat([
        Buffer.from('BEGIN\r\n'),
        writeMessage(this.#serial, { type: 'call', ...hello }),
        ...this.#queued,
      ]),
    );
    return true;
  }

  #dispatch(message: BusMessage): void {
    if (message.replySerial === undefined) {
      this.#onMessage(message);
      return;
    }
    const pendingCall = this.#pendingCalls.get(message.replySerial);
    this.#pendingCalls.delete(message.replySerial);
    if (message.type === 'reply') pendingCall?.resolve(message.body);
    else pendingCall?.reject(new Error('the call was refused'));
  }
}
