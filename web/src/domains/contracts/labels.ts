import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { MessageId } from '../../platform/i18n/index.ts';
import type { JobsFilter } from './jobsView.ts';

type StepLabels = { name: MessageId; busy: MessageId };

export const fundStepLabels: Record<FundStep, StepLabels> = {
  funded: { name: 'web.contracts.fund', busy: 'web.contracts.openingPayment' },
  accepted: { name: 'web.contracts.markCompleted', busy: 'ui.saving' },
  released: { name: 'web.contracts.release', busy: 'web.contracts.releasing' },
};

export const workStepLabels: Record<WorkStep, StepLabels> = {
  started: { name: 'web.contracts.start', busy: 'ui.saving' },
  completed: { name: 'web.contracts.markCompleted', busy: 'ui.saving' },
  payment_requested: { name: 'web.contracts.requestToPay', busy: 'ui.saving' },
};

export const filterNames: Record<JobsFilter, MessageId> = {
  all: 'web.contracts.filter.all',
  awarded: 'web.contracts.filter.awarded',
  completed: 'web.contracts.filter.completed',
};
