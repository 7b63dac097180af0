import type { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../log.ts';
import { Sockets } from './sockets.ts';

/**
 * Fractions of the time after which a connection counts as silent. Beats are counted instead of elapsed time: a process
 * that was suspended has not been waiting.
 */
const SILENT_AFTER_BEATS = 10;
const ASKED_EVERY_BEATS = 5;

/** Watches this process's connections to the database. */
export interface Line {
  /** Creates the socket of each connection. */
  stream: () => Socket;
  close(): void;
}

export const buildWatchedStream = (line: Pick<Line, 'stream'> | undefined): Pick<pg.ClientConfig, 'stream'> =>
  line ? { stream: line.stream } : {};

/**
 * When the network drops packets to the database, e.g. because it moves to another machine, no error is reported: a
 * connection waits until the system has given up retransmitting, for a quarter of an hour. So the watchdog sends a
 * query to each of the database's addresses. When one does not answer, it closes all connections: waiting callers get
 * an error, and the next connection is new. A long statement continues as long as the database answers others.
 */
export function watchConnection(urls: readonly string[], log: Log, silentAfterMs: number): Line {
  const sockets = new Sockets();
  const { stream } = sockets;
  const ends = urls.map((url) => watchEnd(url, stream));
  const timer = setInterval(() => {
    // Call each end on every beat, because each counts its own beats.
    if (!ends.map((end) => end.isSilentAtBeat()).includes(true)) return;
    log.error('the database does not answer: closing its connections', null, { connections: sockets.count });
    sockets.cut();
  }, silentAfterMs / SILENT_AFTER_BEATS);
  return {
    stream,
    close() {
      clearInterval(timer);
      // Nobody uses the connections any more, and a silent one would never end.
      sockets.cut();
    },
  };
}

/** Checks one address over a connection of its own. */
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
      // An unreachable database reports an error to each caller; only silence must be detected here.
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
