import { inLongTx, inTx } from '../platform/db/index.ts';
import type { Deps, Domain } from '../platform/domain.ts';
import { defineTasks, noPayload, type Payloads } from '../platform/queue/index.ts';
import { checkInvariants, saveRunResult } from './admin/index.ts';
import { calculateCover, resolveCase, resolveCasesExcept, openCase, verifySeals } from './ledger/index.ts';

/**
 * Task, after the day was sealed: checks the invariants and seals, and opens an ops case for each that does not hold.
 */
export async function verifyBooks({ db, ports, log }: Pick<Deps, 'db' | 'ports' | 'log'>): Promise<void> {
  const invariants = await checkInvariants(db);
  const seals = await verifySeals(db);
  const cover = await inLongTx(db, calculateCover);
  const now = ports.clock.now();
  const broken = [
    ...invariants
      .filter(({ holds }) => !holds)
      .map(({ id, name }) => ({ subject: `invariant ${id}`, detail: name })),
    ...seals.broken.map(({ day, reason }) => ({ subject: `seal ${day}`, detail: reason })),
  ];
  await inTx(db, async (tx) => {
    await saveRunResult(tx, 'invariants', invariants, now);
    for (const opsCase of broken) {
      log.error('ledger check failed', null, opsCase);
      await openCase(tx, { kind: 'ledger_broken', amountPaise: null, ...opsCase }, now);
    }
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

const payloads = { verify_books: noPayload };
declare module '../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

/** Runs at half past midnight in India, when the previous day has its seal. */
export const nightlyDomain: Domain = {
  name: 'nightly',
  tasks: (deps) => defineTasks(payloads, { verify_books: () => verifyBooks(deps) }),
  crontab: ['0 19 * * * verify_books'],
};
