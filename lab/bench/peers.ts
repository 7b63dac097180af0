import autocannon from 'autocannon';
import pg from 'pg';
import { runProgram, type Life } from '../../scripts/program.ts';
import { provideFilledDatabase } from '../../server/test/database.ts';
import { calculateMedian } from './median.ts';
import { provideDatabase } from './options.ts';
import { prepareMedusa, startMedusa } from './peers/medusa.ts';
import { parsePeersOptions, type PeerName } from './peers/options.ts';
import { prepareOurs, startOurs } from './peers/ours.ts';
import { CLIENTS, type Peer } from './peers/peer.ts';
import { OPERATIONS, summarize, type Operation, type Rates } from './peers/summary.ts';
import { prepareVendure, startVendure } from './peers/vendure.ts';

// How fast are we beside Vendure and Medusa? Both are installed from npm outside the repository and run in production
// mode on the same PostgreSQL, each with a catalogue as large as our list of jobs. Theirs are the cheapest requests that
// a shop can make: a list without what a card does not show, a product, one more of an item that is in the cart already.
// The measurements alternate instead of running one after another.

// npm run bench:peers -- [vendure] [medusa] [--products N] [--rounds N] [--seconds N of each measurement]
//   [--prepare-only: installs and fills; a later run with the same TEST_DATABASE_URL measures]

const PEERS: Record<
  PeerName,
  {
    prepare(databaseUrl: string, products: number): Promise<void>;
    start(databaseUrl: string, products: number): Promise<Peer>;
  }
> = {
  vendure: { prepare: prepareVendure, start: startVendure },
  medusa: { prepare: prepareMedusa, start: startMedusa },
};

/** The URL of the peer's database. One that exists has been filled by an earlier run. */
async function providePeerDatabase(peer: PeerName, products: number): Promise<string> {
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
  const name = `fws_peers_${peer}_${products}`;
  const url = new URL(serverUrl);
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      const filling = `${name}_new`;
      await client.query(`DROP DATABASE IF EXISTS ${filling}`);
      await client.query(`CREATE DATABASE ${filling}`);
      url.pathname = `/${filling}`;
      await PEERS[peer].prepare(url.href, products);
      await client.query(`ALTER DATABASE ${filling} RENAME TO ${name}`);
    }
  } finally {
    await client.end();
  }
  url.pathname = `/${name}`;
  return url.href;
}

/** Answers per second. Any answer other than a success invalidates the measurement. */
async function measure(peer: Peer, operation: Operation, turn: number, seconds: number): Promise<number> {
  let client = 0;
  let firstRefusal = '';
  const result = await autocannon({
    url: peer.url,
    connections: CLIENTS,
    duration: seconds,
    setupClient: (each) => each.setRequests(peer.buildRequests(operation, client++, turn)),
    verifyBody: (body) => {
      const isRefused = body.includes('"errors":') || body.includes('"errorCode"');
      if (isRefused) firstRefusal ||= body.slice(0, 500);
      return !isRefused;
    },
  });
  if (result.non2xx + result.errors + result.timeouts + result.mismatches > 0)
    throw new Error(
      `${peer.url}, ${operation}: ${result.non2xx} refusals, ${result.mismatches} errors in answers, ` +
        `${result.errors} errors, ${result.timeouts} timeouts. ${firstRefusal}`,
    );
  return result.requests.total / result.duration;
}

async function compare(life: Life): Promise<void> {
  const { peers, products, rounds, seconds, prepareOnly } = parsePeersOptions(process.argv.slice(2));
  await provideDatabase(life);
  const ours = await provideFilledDatabase(`fws_peers_ours_${products}`, (database) =>
    prepareOurs(database, products),
  );
  life.onEnd(() => ours.close());
  const urls = new Map<PeerName, string>();
  for (const name of peers) {
    console.log(`Preparing ${name} …`);
    urls.set(name, await providePeerDatabase(name, products));
  }
  if (prepareOnly) return;

  const running = new Map<string, Peer>([['ours', await startOurs(ours)]]);
  life.onEnd(async () => running.forEach((peer) => peer.stop()));
  for (const [name, url] of urls) running.set(name, await PEERS[name].start(url, products));

  const rates = new Map<string, Record<Operation, number[]>>();
  for (let round = 0; round <= rounds; round++) {
    // The first round only warms up.
    for (const operation of OPERATIONS)
      for (const [name, peer] of running) {
        const rate = await measure(peer, operation, round, seconds);
        const all = rates.get(name) ?? { list: [], detail: [], write: [] };
        if (round > 0 && rate === 0) throw new Error(`${name}, ${operation}: no answer within ${seconds} s`);
        if (round > 0) all[operation].push(rate);
        rates.set(name, all);
      }
    console.log(round === 0 ? 'Warmed up' : `Round ${round} of ${rounds} done`);
  }
  const getMedians = (name: string): Rates => {
    const all = rates.get(name);
    const get = (operation: Operation) => calculateMedian(all?.[operation] ?? []);
    return { list: get('list'), detail: get('detail'), write: get('write') };
  };
  for (const name of peers)
    for (const line of summarize(getMedians('ours'), name, getMedians(name))) console.log(line);
}

await runProgram(async (life) => {
  await compare(life);
  return 0;
});
