import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { MessageId } from '../../platform/i18n/index.ts';
import type { ButtonVariant } from '../../ui/index.ts';
import type { JobsFilter } from './jobsView.ts';

/** What a side may do with a milestone: its next step, or asking for a change. */
export type Step = FundStep | WorkStep | 'change_requested';
type StepLabels = { name: MessageId; busy: MessageId; variant: ButtonVariant };

export const stepLabels: Record<Step, StepLabels> = {
  funded: { name: 'web.contracts.fund', busy: 'web.contracts.openingPayment', variant: 'second' },
  accepted: { name: 'web.contracts.acceptWork', busy: 'ui.saving', variant: 'primary' },
  released: { name: 'web.contracts.release', busy: 'web.contracts.releasing', variant: 'accent' },
  started: { name: 'web.contracts.start', busy: 'ui.saving', variant: 'primary' },
  completed: { name: 'web.contracts.markCompleted', busy: 'ui.saving', variant: 'primary' },
  payment_requested: { name: 'web.contracts.requestToPay', busy: 'ui.saving', variant: 'primary' },
  change_requested: { name: 'web.contracts.change', busy: 'ui.saving', variant: 'second' },
};

export const filterNames: Record<JobsFilter, MessageId> = {
  all: 'web.contracts.filter.all',
  awarded: 'web.contracts.filter.awarded',
  completed: 'web.contracts.filter.completed',
};
