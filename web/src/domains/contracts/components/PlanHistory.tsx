import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Sheet } from '../../../ui/index.ts';
import { PlanComparison } from './PlanComparison.tsx';

type Props = { contract: Contract; changes: readonly ChangeOrder[] };

/** The changes that have ended, each with what it was about. */
export function PlanHistory({ contract, changes }: Props) {
  const t = useT();
  if (changes.length === 0) return null;
  return (
    <Sheet title={t('web.contracts.plan.history')}>
      {changes.map((change) => (
        <details key={change.id} className="con-done">
          <summary>
            {t('web.contracts.plan.ended', {
              state: t(`web.contracts.plan.state.${change.state}`),
              name: contract[change.side].name,
              amount: formatRupees(change.totalPaise),
              date: formatDate(t, change.closedAt ?? change.openedAt, { year: false }),
            })}
          </summary>
          <PlanComparison contract={contract} change={change} isNested />
          <ol className="con-turns">
            {change.turns.map((turn) => (
              <li key={turn.at}>
                {t('web.contracts.plan.said', {
                  name: contract[turn.side].name,
                  amount: formatRupees(turn.totalPaise),
                  date: formatDate(t, turn.at, { year: false }),
                })}
                {turn.note !== '' && <q>{turn.note}</q>}
              </li>
            ))}
          </ol>
        </details>
      ))}
    </Sheet>
  );
}
