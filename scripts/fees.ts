import { formatRupees } from '../contract/src/platform/display.ts';
import { istDate } from '../contract/src/platform/dates.ts';
import { ratesHistory, setRates, type DatedRates } from '../server/src/domains/ledger/index.ts';
import { createDb, createPool, inTx } from '../server/src/platform/db/index.ts';
import { serverAppUrl } from './database-urls.ts';
import { runningDatabase } from './embedded-postgres/index.ts';
import { readFeeOptions } from './ledger/fee-options.ts';
import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

// The platform's fees: shows their history, or sets the rates from a future day on.
await runProgram(async (life) => {
  const wanted = readFeeOptions(process.argv.slice(2), istDate(new Date()));
  const config = readStartConfig(process.env, []);
  const url = (await serverAppUrl(config)) ?? (await runningDatabase(config.dataDir))?.appUrl;
  if (!url) throw new UserError('No database is running: set DATABASE_URL, or run npm start first.');
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-fees' }));
  life.onEnd(() => db.destroy());
  if (wanted) await inTx(db, (tx) => setRates(tx, { ...wanted, setBy: null, now: new Date() }));
  const history = await ratesHistory(db);
  if (history.length === 0) console.log('Nothing was ever set: nothing is kept of a release.');
  for (const rates of history) console.log(lineOf(rates));
  return 0;
});

function lineOf(rates: DatedRates): string {
  const percent = (bps: number) => `${bps / 100}%`;
  const cap = rates.welfareCapPaise === null ? '' : ` up to ${formatRupees(rates.welfareCapPaise)}`;
  return [
    `from ${rates.effectiveOn}`,
    `platform ${percent(rates.platformFeeBps)} and GST ${percent(rates.gstBps)} on it`,
    `TDS ${percent(rates.tdsBps)}`,
    `welfare ${percent(rates.welfareBps)}${cap}`,
    `set ${rates.setAt.toISOString()}: ${rates.reason}`,
  ].join(' · ');
}
