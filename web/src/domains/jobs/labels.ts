import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { Budget, Category } from '@fws/contract/jobs/schemas';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { formatRupees } from '../../platform/i18n/index.ts';
import type { Locale, MessageId, Translate } from '../../platform/i18n/index.ts';

export const termNames: Record<PaymentTerm, MessageId> = {
  terms: 'web.jobs.term.terms',
  milestone: 'web.jobs.term.milestone',
  completion: 'web.jobs.term.completion',
};

export const termDetails: Record<PaymentTerm, MessageId> = {
  terms: 'web.jobs.term.termsDetail',
  milestone: 'web.jobs.term.milestoneDetail',
  completion: 'web.jobs.term.completionDetail',
};

export const budgetNames: Record<Budget['kind'], MessageId> = {
  fixed: 'web.jobs.budget.fixed',
  range: 'web.jobs.budget.range',
};

export const stateNames: Record<JobState, MessageId> = {
  open: 'web.jobs.state.open',
  withheld: 'web.jobs.state.withheld',
  awarded: 'web.jobs.state.awarded',
  in_progress: 'web.jobs.state.inProgress',
  ending: 'web.jobs.state.ending',
  completed: 'web.jobs.state.completed',
  expired: 'web.jobs.state.expired',
  cancelled: 'web.jobs.state.cancelled',
};

/** "₹28,000", or "₹45,000 to ₹60,000". */
export function formatBudget(t: Translate, budget: Budget): string {
  if (budget.kind === 'fixed') return formatRupees(budget.amountPaise);
  return t('web.jobs.range', { from: formatRupees(budget.fromPaise), to: formatRupees(budget.toPaise) });
}

export const getCategoryName = (category: Category, locale: Locale): string =>
  locale === 'hi' ? category.nameHi : category.name;
