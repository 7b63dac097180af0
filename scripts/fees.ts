import { formatRupees } from '../contract/src/platform/display.ts';
import { toIstDate } from '../contract/src/platform/dates.ts';
import { listRates, setRates, type DatedRates } from '../server/src/domains/ledger/index.ts';
import { createDb, createPool, inTx } from '../server/src/platform/db/index.ts';
import { findServerAppUrl } from './database-urls.ts';
import { findRunningDatabase } from './embedded-postgres/index.ts';
import { readFeeOptions } from './ledger/fee-options.ts';
import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

// The platform's fees: shows their history, or sets the rates from a future day on.
await runProgram(async (life) => {
  const newRates = readFeeOptions(process.argv.slice(2), toIstDate(new Date()));
  const config = readStartConfig(process.env, []);
  const url = (await findServerAppUrl(config)) ?? (await findRunningDatabase(config.dataDir))?.appUrl;
  if (!url) throw new UserError('No database is running: set DATABASE_URL, or run npm start first.');
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-fees' }));
  life.onEnd(() => db.destroy());
  if (newRates) await inTx(db, (tx) => setRates(tx, { ...newRates, setBy: null, now: new Date() }));
  const history = await listRates(db);
  if (history.length === 0) console.log('No rates are set: releases have no deductions.');
  for (const rates of history) console.log(formatRates(rates));
  return 0;
});

function formatRates(rates: DatedRates): string {
  const formatPercent = (bps: number) => `${bps / 100}%`;
  const cap = rates.welfareCapPaise === null ? '' : ` up to ${formatRupees(rates.welfareCapPaise)}`;
  return [
    `from ${rates.effectiveOn}`,
    `platform ${formatPercent(rates.platformFeeBps)} and GST ${formatPercent(rates.gstBps)} on it`,
    `TDS ${formatPercent(rates.tdsBps)}`,
    `welfare ${formatPercent(rates.welfareBps)}${cap}`,
    `set ${rates.setAt.toISOString()}: ${rates.reason}`,
  ].join(' · ');
}
