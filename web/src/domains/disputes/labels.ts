import type { IssueType } from '@fws/contract/disputes/model';
import type { MessageId } from '../../platform/i18n/index.ts';

export const issueNames: Record<IssueType, MessageId> = {
  cancel_project: 'web.disputes.issue.cancel_project',
  not_satisfactory: 'web.disputes.issue.not_satisfactory',
  not_completed: 'web.disputes.issue.not_completed',
  not_available: 'web.disputes.issue.not_available',
  provider_absent: 'web.disputes.issue.provider_absent',
  poster_silent: 'web.disputes.issue.poster_silent',
  payment: 'web.disputes.issue.payment',
};
