import { inLongTx, inTx } from '../platform/db/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { Domain } from '../platform/domain.ts';
import { defineTasks, noPayload, type Payloads } from '../platform/queue/index.ts';
import { deleteExpiredRows, RETENTION } from '../platform/retention.ts';
import { checkInvariants, saveRunResult } from './admin/index.ts';
import { archiveChecks } from './invariants.ts';
import {
  calculateCover,
  findVerifiedDay,
  listOpenCases,
  openCase,
  recordVerifiedDay,
  resolveCase,
  resolveCasesExcept,
  verifySeals,
} from './ledger/index.ts';

/**
 * Task, after the day was sealed: checks the invariants and seals, and opens an ops case for each that does not hold.
 * Checks only what came after the last day after which everything held. With `isFull`, and as long as a case is open, it
 * checks all there is, because a check of the newest days alone could not tell that an older fault is gone.
 */
export async function verifyBooks(
  { db, ports, log }: Pick<Deps, 'db' | 'log'> & { ports: Pick<Deps['ports'], 'clock' | 'files'> },
  { isFull = false }: { isFull?: boolean } = {},
): Promise<void> {
  const isBroken = (await listOpenCases(db)).some(({ kind }) => kind === 'ledger_broken');
  const since = isFull || isBroken ? null : await findVerifiedDay(db);
  const [invariants, seals] = await Promise.all([
    checkInvariants(db, since),
    verifySeals(db, since, { files: ports.files, checks: archiveChecks }),
  ]);
  const cover = await inLongTx(db, calculateCover);
  const now = ports.clock.now();
  const broken = [
    ...invariants
      .filter(({ holds }) => !holds)
      .map(({ id, name }) => ({ subject: `invariant ${id}`, detail: name })),
    ...seals.broken.map(({ day, reason }) => ({ subject: `seal ${day}`, detail: reason })),
  ];
  const { head } = seals;
  await inTx(db, async (tx) => {
    await saveRunResult(tx, 'invariants', invariants, now);
    for (const opsCase of broken) {
      log.error('ledger check failed', null, opsCase);
      await openCase(tx, { kind: 'ledger_broken', amountPaise: null, ...opsCase }, now);
    }
    if (broken.length === 0 && head?.algorithm === 'merkle') await recordVerifiedDay(tx, head);
    await resolveCasesExcept(
      tx,
      'ledger_broken',
      broken.map(({ subject }) => subject),
      now,
    );
    const shortPaise = cover.owedPaise - cover.heldPaise;
    if (shortPaise <= 0) return resolveCase(tx, ['cover_short'], 'own funds', now);
    const detail = 'the platform must pay in the charges of banks and the provider from its own funds';
    await openCase(tx, { kind: 'cover_short', subject: 'own funds', amountPaise: shortPaise, detail }, now);
    return undefined;
  });
}

const payloads = { verify_books: noPayload, verify_all_books: noPayload, delete_old_commands: noPayload };
declare module '../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const nightlyDomain: Domain = {
  name: 'nightly',
  imports: ['admin', 'ledger'],
  tasks: (deps) =>
    defineTasks(payloads, {
      verify_books: () => verifyBooks(deps),
      verify_all_books: () => verifyBooks(deps, { isFull: true }),
      delete_old_commands: async () => {
        await deleteExpiredRows(deps.db, RETENTION.commands, deps.ports.clock.now());
      },
    }),
  // At half past midnight in India, when the previous day has its seal; everything on Sundays at half past one.
  crontab: ['0 19 * * * verify_books', '0 20 * * 6 verify_all_books', '53 * * * * delete_old_commands'],
};
