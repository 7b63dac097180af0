import { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log.ts';

/** Of the time after which a line is silent. Beats are counted, not time: a process that stood still has not waited. */
const SILENT_AFTER_BEATS = 10;
const ASKED_EVERY_BEATS = 5;

/** The way to the database, of all connections of this process. */
export interface Line {
  /** What each of them is made over. */
  stream: () => Socket;
  close(): void;
}

export const overLine = (line: Line | undefined): Pick<pg.ClientConfig, 'stream'> =>
  line ? { stream: line.stream } : {};

/**
 * A network that swallows what is sent to the database, as when that moves to another machine, says nothing, and a
 * connection waits until the system has sent it all again and again, for a quarter of an hour. So the database is asked
 * for a sign of life at each of its addresses; when one stays silent, all connections are cut: whoever waits is told,
 * and the next one is new. A statement that takes long goes on as long as the database answers others.
 */
export function watchLine(urls: readonly string[], log: Log, silentAfterMs: number): Line {
  const sockets = new Set<Socket>();
  const stream = () => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  const ends = urls.map((url) => watchEnd(url, stream));
  const timer = setInterval(() => {
    // Each counts this beat, whatever the others found.
    if (!ends.map((end) => end.isSilentAtBeat()).includes(true)) return;
    log.error('the database is silent: its connections are cut', null, { connections: sockets.size });
    cut();
  }, silentAfterMs / SILENT_AFTER_BEATS);
  return {
    stream,
    close() {
      clearInterval(timer);
      // Nobody uses it any more, and one that is silent would not end.
      cut();
    },
  };
}

/** Asks at one address, over a connection of its own. */
function watchEnd(url: string, stream: Line['stream']): { isSilentAtBeat(): boolean } {
  let client: pg.Client | null = null;
  let isAsking = false;
  let beats = 0;

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      client ??= await connect();
      await client.query('SELECT 1');
    } catch {
      // One that is away says so to all who ask; only silence has to be told here.
    } finally {
      isAsking = false;
    }
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'fws-line', stream });
    fresh.on('error', () => {});
    fresh.once('end', () => {
      client = null;
    });
    await fresh.connect();
    return fresh;
  }

  return {
    isSilentAtBeat() {
      beats += 1;
      if (isAsking) return beats >= SILENT_AFTER_BEATS;
      if (beats < ASKED_EVERY_BEATS) return false;
      beats = 0;
      void ask();
      return false;
    },
  };
}
