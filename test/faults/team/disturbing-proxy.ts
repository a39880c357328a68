import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A fault of a connection: it is reset, the server's responses are lost, or everything is delayed. */
export type Disturbance = 'reset' | 'drop-responses' | 'delay';

const DELAY_MS = 20;

/** A TCP proxy in front of a database that can disturb its connections. */
export class DisturbingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #disturbance: Disturbance | null = null;
  /** Bytes from the client after which the disturbance begins. */
  #bytesLeft = 0;

  private constructor(target: number) {
    this.#server = createServer((client) => this.#forward(client, connect(target, '127.0.0.1')));
  }

  static async start(target: number): Promise<DisturbingProxy> {
    const proxy = new DisturbingProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Disturbs the connections once the client has sent this many bytes more. */
  disturb(how: Disturbance, afterBytes: number): void {
    this.#disturbance = how;
    this.#bytesLeft = afterBytes;
  }

  /** Forwards everything again; disturbed connections end. */
  stopDisturbing(): void {
    this.#disturbance = null;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.stopDisturbing();
    this.#server.close();
  }

  get #isDisturbing(): boolean {
    return this.#disturbance !== null && this.#bytesLeft <= 0;
  }

  #forward(client: Socket, server: Socket): void {
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined); // the close event follows
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (data) => {
      this.#bytesLeft -= data.length;
      this.#send(server, data, client);
    });
    server.on('data', (data) => {
      if (this.#isDisturbing && this.#disturbance === 'drop-responses') return;
      this.#send(client, data, client);
    });
  }

  #send(to: Socket, data: Buffer, client: Socket): void {
    if (this.#isDisturbing && this.#disturbance === 'reset') client.resetAndDestroy();
    else if (this.#isDisturbing && this.#disturbance === 'delay') setTimeout(() => to.write(data), DELAY_MS);
    else to.write(data);
  }
}
