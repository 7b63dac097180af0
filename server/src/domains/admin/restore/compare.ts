import type { RestoreComparison } from '@fws/contract/admin/restore/schemas';
import type { Deps } from '../../../platform/deps.ts';
import { findOpenRestore } from '../../ledger/index.ts';
import { compareWithProvider, type StatementLine } from '../../reconciliation/index.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Task. Compares with the providers' records since one day before the backup, to include what was in progress then. Without
 * an open restore, compares the last day.
 */
export async function compareAfterRestore(
  deps: Pick<Deps, 'db' | 'ports'>,
  statement?: StatementLine[],
): Promise<RestoreComparison> {
  const until = deps.ports.clock.now();
  const restore = await findOpenRestore(deps.db);
  const since = new Date((restore?.restoredTo ?? until).getTime() - DAY_MS);
  const comparison = await compareWithProvider(deps, { since, until, statement });
  const { differences, notFinal, notCompared, checked } = comparison;
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    checked,
    differences,
    notFinal,
    notCompared,
  };
}
