import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { MessageId } from '../../platform/i18n/index.ts';
import type { JobsFilter } from './shown.ts';

type Words = { name: MessageId; busy: MessageId };

export const fundWords: Record<FundStep, Words> = {
  funded: { name: 'web.contracts.fund', busy: 'web.contracts.openingPayment' },
  accepted: { name: 'web.contracts.markCompleted', busy: 'ui.saving' },
  released: { name: 'web.contracts.release', busy: 'web.contracts.releasing' },
};

export const workWords: Record<WorkStep, Words> = {
  started: { name: 'web.contracts.start', busy: 'ui.saving' },
  completed: { name: 'web.contracts.markCompleted', busy: 'ui.saving' },
  payment_requested: { name: 'web.contracts.requestToPay', busy: 'ui.saving' },
};

export const filterNames: Record<JobsFilter, MessageId> = {
  all: 'web.contracts.filter.all',
  awarded: 'web.contracts.filter.awarded',
  completed: 'web.contracts.filter.completed',
};
