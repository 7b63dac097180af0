import type { TurnTask } from '@fws/contract/contracts/model';
import type { ContractStatus, ContractSummary } from '@fws/contract/contracts/schemas';
import {
  formatDate,
  formatRupees,
  useT,
  type MessageId,
  type Translate,
} from '../../../platform/i18n/index.ts';
import { Badge } from '../../../ui/index.ts';
import { stateNames } from '../labels.ts';

/** What an awarded job waits for. Its state alone would say "In progress" while its money is in dispute. */
export function ContractBadge({ job }: { job: ContractSummary }) {
  const t = useT();
  const { name } = job.side === 'poster' ? job.worker : job.poster;
  switch (job.status.kind) {
    case 'disputed':
      return (
        <Badge tone="stop" icon="pause">
          {t('web.jobs.status.disputed')}
        </Badge>
      );
    case 'on_hold':
      return (
        <Badge tone="stop" icon="pause">
          {t('ui.state.stop')}
        </Badge>
      );
    case 'your_turn':
      return (
        <Badge tone="held" icon="hand">
          {t('web.jobs.status.yourTurn')}
        </Badge>
      );
    case 'their_turn':
      return (
        <Badge tone="wait" icon="clock">
          {t('web.jobs.status.theirTurn', { name })}
        </Badge>
      );
    case 'none': {
      const [tone, icon] = ENDINGS[job.state] ?? (['held', 'doing'] as const);
      return (
        <Badge tone={tone} icon={icon}>
          {t(stateNames[job.state])}
        </Badge>
      );
    }
  }
}

const ENDINGS: Partial<Record<ContractSummary['state'], readonly ['released' | 'refund', 'check' | 'x']>> = {
  completed: ['released', 'check'],
  cancelled: ['refund', 'x'],
};

const tasks: Record<TurnTask, MessageId> = {
  funded: 'web.jobs.task.funded',
  accepted: 'web.jobs.task.accepted',
  released: 'web.jobs.task.released',
  started: 'web.jobs.task.started',
  completed: 'web.jobs.task.completed',
  payment_requested: 'web.jobs.task.payment_requested',
  change: 'web.jobs.task.change',
  propose_split: 'web.jobs.task.propose_split',
  answer_split: 'web.jobs.task.answer_split',
};

/** The next step, or the money on hold, as facts of the job's card. */
export function listStatusFacts(t: Translate, { task, amountPaise, releasesAt }: ContractStatus) {
  if (amountPaise === null) return [];
  const amount = formatRupees(amountPaise);
  if (task === null) return amountPaise > 0 ? [{ label: t('ui.state.stop'), value: amount }] : [];
  // Payment is asked for: accepting the work is the first half of the release.
  const shownTask = task === 'accepted' && releasesAt !== null ? 'released' : task;
  const facts = [{ label: t('web.jobs.status.next'), value: t(tasks[shownTask], { amount }) }];
  if (releasesAt === null) return facts;
  return [
    ...facts,
    { label: t('web.jobs.status.byItself'), value: formatDate(t, releasesAt, { year: false }) },
  ];
}
