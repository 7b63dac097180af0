import pg from 'pg';
import { Sockets } from '../sockets.ts';

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
