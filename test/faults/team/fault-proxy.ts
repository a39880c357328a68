import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A fault of a connection: it is reset, the server's responses are lost, or everything is delayed. */
export type ConnectionFault = 'reset' | 'drop-responses' | 'delay';

const DELAY_MS = 20;

/** A TCP proxy in front of a database that can inject faults into its connections. */
export class FaultProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #fault: ConnectionFault | null = null;
  /** Bytes from the client until the fault begins. */
  #bytesLeft = 0;

  private constructor(target: number) {
    this.#server = createServer((client) => this.#forward(client, connect(target, '127.0.0.1')));
  }

  static async start(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Injects a fault once the clients have sent this many more bytes. */
  inject(fault: ConnectionFault, afterBytes: number): void {
    this.#fault = fault;
    this.#bytesLeft = afterBytes;
  }

  /** Ends the fault and every open connection; new connections are forwarded. */
  clearFaultAndDisconnect(): void {
    this.#fault = null;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.clearFaultAndDisconnect();
    this.#server.close();
  }

  get #isFaulty(): boolean {
    return this.#fault !== null && this.#bytesLeft <= 0;
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
      if (this.#isFaulty && this.#fault === 'drop-responses') return;
      this.#send(client, data, client);
    });
  }

  #send(to: Socket, data: Buffer, client: Socket): void {
    if (this.#isFaulty && this.#fault === 'reset') client.resetAndDestroy();
    else if (this.#isFaulty && this.#fault === 'delay') setTimeout(() => to.write(data), DELAY_MS);
    else to.write(data);
  }
}
