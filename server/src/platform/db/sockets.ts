import { Socket } from 'node:net';

/** The sockets of connections to a database, so that all can be cut when it is silent. */
export class Sockets {
  readonly #sockets = new Set<Socket>();

  stream = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  };

  get count(): number {
    return this.#sockets.size;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
