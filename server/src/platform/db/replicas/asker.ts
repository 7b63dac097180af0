import { Socket } from 'node:net';
import pg from 'pg';

/** The sockets of connections to one server, so that all can be cut when it is silent. */
export class Sockets {
  readonly #sockets = new Set<Socket>();

  stream = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  };

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Asks a server one question again and again, over a connection of its own. */
export class Asker<Row extends object> {
  readonly #sockets = new Sockets();
  readonly #url: string;
  readonly #question: string;
  readonly #withinMs: number;
  #client: Promise<pg.Client> | undefined;

  constructor(url: string, question: string, withinMs: number) {
    this.#url = url;
    this.#question = question;
    this.#withinMs = withinMs;
  }

  /** Rejects when no answer arrives in time. The next question then uses a new connection. */
  async ask(): Promise<Row> {
    // Whoever waits gets an error from the connection.
    const timer = setTimeout(() => this.#sockets.cut(), this.#withinMs);
    try {
      const client = await (this.#client ??= this.#connect());
      const { rows } = await client.query<Row>(this.#question);
      const [row] = rows;
      if (!row) throw new Error('the question has no answer');
      return row;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'fws-replicas',
      stream: this.#sockets.stream,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  close(): void {
    this.#client = undefined;
    this.#sockets.cut();
  }
}
