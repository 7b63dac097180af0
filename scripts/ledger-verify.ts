import { readFile } from 'node:fs/promises';
import { formatRupees } from '../contract/src/platform/display.ts';
import { allInvariants, archiveChecks } from '../server/src/domains/invariants.ts';
import {
  calculateCover,
  findInclusionProof,
  verifyInclusion,
  verifyLedger,
  verifySeals,
  listOpenCases,
  type EntryId,
} from '../server/src/domains/ledger/index.ts';
import type { FileStore } from '../server/src/ports/file-store.ts';
import { createDb, createPool, inLongTx, type Db, type Tx } from '../server/src/platform/db/index.ts';
import {
  describeNotCompared,
  type Reconciliation,
  type StatementLine,
} from '../server/src/domains/reconciliation/index.ts';
import { findServerAppUrl } from './database-urls.ts';
import { findRunningDatabase, startDatabase } from './embedded-postgres/index.ts';
import { readSettings } from './embedded-postgres/settings.ts';
import { readVerifyOptions, type ProviderOptions } from './ledger/verify-options.ts';
import { runProgram, type Life } from './program.ts';
import { readStartConfig, type StartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

const DAY_MS = 24 * 3600_000;

await runProgram(async (life) => {
  const options = readVerifyOptions(process.argv.slice(2));
  const start = readStartConfig(process.env, []);
  const { dataDir } = start;
  const url =
    (await findServerAppUrl(start)) ??
    (await findRunningDatabase(dataDir))?.appUrl ??
    (await startTemporaryDatabase(dataDir, life));
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-ledger-verify' }));
  life.onEnd(() => db.destroy());

  const files = createLazyFiles(url, start);
  if (options.entry !== null) return (await printProof(db, options.entry, files)) ? 0 : 1;
  const holds = await printInvariants(db);
  const isSealed = await printSeals(db, files);
  await printCover(db);
  await printWaiting(db);
  const agrees = options.provider ? await printProvider(db, url, start, options.provider) : true;
  return holds && isSealed && agrees ? 0 : 1;
});

/** Without a statement timeout: the operator who waits here can interrupt it. */
function inUnboundedTx<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inLongTx(db, work, 0);
}

async function printInvariants(db: Db): Promise<boolean> {
  let holdsAll = true;
  for (const invariant of allInvariants) {
    const [violation] = await inUnboundedTx(db, (tx) => verifyLedger(tx, [invariant]));
    holdsAll &&= violation === undefined;
    console.log(`${violation ? 'BROKEN' : 'holds '} ${String(invariant.id).padStart(2)}. ${invariant.name}`);
    for (const row of violation?.rows ?? []) console.log(`           ${JSON.stringify(row)}`);
  }
  return holdsAll;
}

async function printSeals(db: Db, files: Pick<FileStore, 'get'>): Promise<boolean> {
  const { days, head, broken, archivedMonths } = await verifySeals(db, null, {
    files,
    checks: archiveChecks,
  });
  const last = head ? `, the last of ${head.day}: ${head.hash.toString('hex')}` : '';
  const archived = archivedMonths === 0 ? '' : `, ${archivedMonths} of their months read from the file store`;
  console.log(`${broken.length === 0 ? 'holds ' : 'BROKEN'}     sealed days: ${days}${archived}${last}`);
  for (const { day, reason } of broken) console.log(`           ${day}: ${reason}`);
  return broken.length === 0;
}

/** The proof as JSON, for somebody who knows the seal of the day from a log. */
async function printProof(db: Db, entry: EntryId, files: Pick<FileStore, 'get'>): Promise<boolean> {
  const found = await findInclusionProof(db, entry, files);
  if (found === null) {
    console.log(`No sealed day with a Merkle root contains the entry ${entry.txnId}/${entry.seq}.`);
    return false;
  }
  const isValid = verifyInclusion(found.proof, found.seal);
  console.log(JSON.stringify(found.proof, null, 2));
  console.log(`${isValid ? 'proves' : 'BROKEN: does not prove'} inclusion in the seal ${found.seal}`);
  return isValid;
}

async function printCover(db: Db): Promise<void> {
  const { heldPaise, owedPaise } = await inUnboundedTx(db, calculateCover);
  const short = Math.max(0, owedPaise - heldPaise);
  const words = short === 0 ? 'covered' : `${formatRupees(short, { paise: true })} must be paid in`;
  console.log(
    `held ${formatRupees(heldPaise, { paise: true })}, owed ${formatRupees(owedPaise, { paise: true })}: ${words}`,
  );
}

async function printWaiting(db: Db): Promise<void> {
  const openCases = await listOpenCases(db);
  console.log(`open cases: ${openCases.length}`);
  for (const { raisedAt, kind, subject, amountPaise, detail } of openCases) {
    const amount = amountPaise === null ? '' : ` ${formatRupees(amountPaise, { paise: true })}`;
    console.log(`           ${raisedAt.toISOString()} ${kind} ${subject}${amount}: ${detail}`);
  }
}

async function printProvider(
  db: Db,
  url: string,
  start: StartConfig,
  options: ProviderOptions,
): Promise<boolean> {
  const statement = options.statement === null ? undefined : await loadStatement(options.statement);
  // The adapters are most of the server's code: load them only when they are needed.
  const { composePorts } = await import('../server/src/compose-ports.ts');
  const { reconcile } = await import('../server/src/domains/reconciliation/index.ts');
  const ports = composePorts(await buildConfig(url, start));
  const since = new Date(ports.clock.now().getTime() - options.days * DAY_MS);
  const result = await reconcile({ db, ports }, { since, limit: options.limit, statement });
  const gateways = [ports.payments, ports.otherPayments, ports.payouts, ports.otherPayouts];
  const providers = [...new Set(gateways.flatMap((gateway) => gateway?.provider ?? []))];
  return printComparison(result, `${providers.join(' and ')} since ${since.toISOString()}`);
}

function printComparison(result: Reconciliation, scope: string): boolean {
  for (const { what, ours, theirs } of result.differences)
    console.log(`DIFFERS    ${what}: our books: ${ours}; provider: ${theirs}`);
  for (const { what, ours, theirs } of result.notFinal)
    console.log(`not final  ${what}: our books: ${ours}; provider: ${theirs}`);
  for (const item of result.notCompared) console.log(`UNKNOWN    ${describeNotCompared(item)}`);
  const { clearing } = result;
  const isClear = !clearing || clearing.oursPaise === clearing.theirsPaise;
  const agrees = result.differences.length === 0 && isClear;
  const isKnown = result.notCompared.length === 0;
  const verdict = agrees ? (isKnown ? 'agrees' : 'UNKNOWN') : 'DIFFERS';
  console.log(
    `${verdict} with ${scope}: ${result.orders} orders, ${result.payments} payments, ${result.refunds} refunds, ` +
      `${result.transfers} transfers, ${result.settlements} settlements, ${result.statementLines} lines of a statement`,
  );
  console.log(
    clearing
      ? `           unsettled: our books ${formatRupees(clearing.oursPaise, { paise: true })}, provider ${formatRupees(clearing.theirsPaise, { paise: true })}`
      : '           unsettled: not compared, because not every order was checked',
  );
  return agrees && isKnown;
}

async function loadStatement(file: string): Promise<StatementLine[]> {
  const { readStatementFile } = await import('./ledger/statement-file.ts');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new UserError(`${file} cannot be read.`);
  return readStatementFile(text, file);
}

/** Archived months are read where the server stores files; without any, its settings are not needed. */
function createLazyFiles(url: string, start: StartConfig): Pick<FileStore, 'get'> {
  let files: Promise<FileStore> | undefined;
  const compose = async () => {
    const { createFileStore } = await import('../server/src/adapters/files/store.ts');
    return createFileStore(await buildConfig(url, start));
  };
  return { get: async (key) => (await (files ??= compose())).get(key) };
}

/** Reads the same settings as the server; in development the sandbox is where npm start puts it. */
async function buildConfig(databaseUrl: string, { port, sandboxPort, dataDir, publicUrl }: StartConfig) {
  const { readConfig } = await import('../server/src/config/index.ts');
  const sandbox = { url: `http://localhost:${sandboxPort}`, smtpPort: 1 };
  return readConfig({ databaseUrl, queueUrl: databaseUrl, port, dataDir, publicUrl, sandbox });
}

async function startTemporaryDatabase(dataDir: string, life: Life): Promise<string> {
  if ((await readSettings(dataDir)) === undefined) {
    throw new UserError(`There is no database in ${dataDir}: npm start creates one.`);
  }
  const database = await startDatabase({ dataDir, log: console.error });
  life.onEnd(() => database.stop());
  return database.appUrl;
}
