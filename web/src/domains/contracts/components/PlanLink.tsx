import type { Contract } from '@fws/contract/contracts/schemas';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { ButtonLink, Note } from '../../../ui/index.ts';

type Props = { contract: Contract };

/** Above the milestones: a change that waits for an answer. */
export function OpenChangeNote({ contract }: Props) {
  const t = useT();
  const { open } = contract.change;
  if (!open) return null;
  const isOwn = open.side === contract.side;
  const other = contract.side === 'poster' ? contract.worker : contract.poster;
  return (
    <Note
      tone={isOwn ? 'info' : 'warn'}
      icon="edit"
      action={
        <ButtonLink variant={isOwn ? 'quiet' : 'second'} to={paths.planChange(contract.jobId)}>
          {t('web.contracts.plan.see')}
        </ButtonLink>
      }
    >
      {t(isOwn ? 'web.contracts.plan.openYours' : 'web.contracts.plan.openTheirs', {
        name: other.name,
        amount: formatRupees(open.totalPaise),
        date: formatDate(t, open.dueAt, { year: false }),
      })}
    </Note>
  );
}

/** Below the milestones. */
export function PlanLink({ contract }: Props) {
  const t = useT();
  const { propose, hasEarlier } = contract.change;
  // The note above has a link to an open one.
  if (!propose.allowed && !hasEarlier) return null;
  return (
    <ButtonLink variant="quiet" icon="edit" className="con-link" to={paths.planChange(contract.jobId)}>
      {t(propose.allowed ? 'web.contracts.plan.propose' : 'web.contracts.plan.history')}
    </ButtonLink>
  );
}
