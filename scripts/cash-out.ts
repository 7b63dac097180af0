import { formatRupees } from '../contract/src/platform/display.ts';
import { PAY_METHODS, type PayMethod } from '../contract/src/rests/model.ts';
import { findGreatestCashOut, findTermsAt, type RestTerms } from '../server/src/domains/rests/index.ts';
import { createDb, createPool } from '../server/src/platform/db/index.ts';
import { findServerAppUrl } from './database-urls.ts';
import { findRunningDatabase } from './embedded-postgres/index.ts';
import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

const NAMES: Record<PayMethod, string> = { upi: 'UPI', netbanking: 'net banking', card: 'card' };

const listSums = (terms: RestTerms, days: number): string[] =>
  PAY_METHODS.map(
    (method) => `${formatRupees(findGreatestCashOut(terms, { method, days }))} by ${NAMES[method]}`,
  );

// Prints what bounds a fraud by two fresh accounts: the limits in force, and the greatest sum that reaches a bank.
await runProgram(async (life) => {
  const config = readStartConfig(process.env, []);
  const url = (await findServerAppUrl(config)) ?? (await findRunningDatabase(config.dataDir))?.appUrl;
  if (!url) throw new UserError('No database is running: set DATABASE_URL, or run npm start first.');
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-cash-out' }));
  life.onEnd(() => db.destroy());
  const terms = await findTermsAt(db, new Date());
  for (const { action, hours, maxPaise } of terms.limits)
    console.log(`a fresh account may ${action} ${formatRupees(maxPaise)} in ${hours} hours`);
  for (const days of [7, 30])
    console.log(`two fresh accounts cash out in ${days} days: ${listSums(terms, days).join(', ')}`);
  return 0;
});
