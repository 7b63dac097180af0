import type { RestoreComparison } from '@fws/contract/admin/restore/model';
import type { Deps } from '../../../platform/domain.ts';
import { openRestore } from '../../ledger/index.ts';
import { compareWithProvider, type StatementLine } from '../../reconciliation/index.ts';

const DAY_MS = 24 * 3600_000;

/** Task: what moved at the providers since the backup, a day before it for what was under way; or of the last day. */
export async function compareAfterRestore(
  deps: Pick<Deps, 'db' | 'ports'>,
  statement?: StatementLine[],
): Promise<RestoreComparison> {
  const until = deps.ports.clock.now();
  const restore = await openRestore(deps.db);
  const since = new Date((restore?.restoredTo ?? until).getTime() - DAY_MS);
  const found = await compareWithProvider(deps, { since, until, statement });
  const { differences, notFinal, notCompared, checked } = found;
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    checked,
    differences,
    notFinal,
    notCompared,
  };
}
