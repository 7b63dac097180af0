import { translateCode, translateId } from '../../../platform/i18n/index.ts';

/** What happened to waiting money, as a short name and as a sentence. */
export const getCaseName = (kind: string): string => translateCode(`web.admin.case.${kind}`);

export const getCaseLead = (kind: string): string => translateId(`web.admin.caseLead.${kind}`) ?? '';

export const getDecisionLabel = (decision: string): string => translateCode(`web.admin.decision.${decision}`);

export const getDecisionDetail = (decision: string): string =>
  translateId(`web.admin.decisionDetail.${decision}`) ?? '';

/** A provider's status without a translation is shown as it is. */
export const getProviderStatusLabel = (status: string): string =>
  translateId(`web.admin.status.${status}`) ?? status.replaceAll('_', ' ');

export const getStateLabel = (state: string): string => translateCode(`web.admin.state.${state}`);
