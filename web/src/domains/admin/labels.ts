import type { QueueKind } from '@fws/contract/admin/queue/model';
import type { IconName } from '../../ui/index.ts';
import { translateId, type MessageId } from '../../platform/i18n/index.ts';

export const kindNames: Record<QueueKind, MessageId> = {
  dispute: 'web.admin.kind.dispute',
  approval: 'web.admin.kind.approval',
  identity: 'web.admin.kind.identity',
  job: 'web.admin.kind.job',
  enquiry: 'web.admin.kind.enquiry',
  withdrawal: 'web.admin.kind.withdrawal',
  unapplied: 'web.admin.kind.unapplied',
  refund: 'web.admin.kind.refund',
  chargeback: 'web.admin.kind.chargeback',
  books: 'web.admin.kind.books',
  webhook: 'web.admin.kind.webhook',
  task: 'web.admin.kind.task',
};

export const kindIcons: Record<QueueKind, IconName> = {
  dispute: 'alert',
  approval: 'hand',
  identity: 'user',
  job: 'doc',
  enquiry: 'mail',
  withdrawal: 'bank',
  unapplied: 'rupee',
  refund: 'refund',
  chargeback: 'card',
  books: 'book',
  webhook: 'link',
  task: 'doing',
};

/** Kinds whose items are named by a code for what happened. */
const KINDS_NAMED_BY_CODE = new Set<QueueKind>([
  'approval',
  'withdrawal',
  'unapplied',
  'refund',
  'chargeback',
  'books',
  'webhook',
]);
export const getItemTitle = (kind: QueueKind, title: string): string =>
  KINDS_NAMED_BY_CODE.has(kind)
    ? (translateId(`web.admin.case.${title}`) ?? translateId(`web.admin.verdict.${title}`) ?? title)
    : title;

/** What happened to waiting money, as a short name and as a sentence. */
export const getCaseName = (kind: string): string =>
  translateId(`web.admin.case.${kind}`) ?? kind.replaceAll('_', ' ');
export const getCaseLead = (kind: string): string => translateId(`web.admin.caseLead.${kind}`) ?? '';
export const getDecisionLabel = (decision: string): string =>
  translateId(`web.admin.decision.${decision}`) ?? decision;
export const getDecisionDetail = (decision: string): string =>
  translateId(`web.admin.decisionDetail.${decision}`) ?? '';
/** A provider's status without a translation is shown as it is. */
export const getProviderStatusLabel = (status: string): string =>
  translateId(`web.admin.status.${status}`) ?? status.replaceAll('_', ' ');
export const getStateLabel = (state: string): string =>
  translateId(`web.admin.state.${state}`) ?? state.replaceAll('_', ' ');

/** "Escrow, milestone 12": the label of a ledger account. An unknown account keeps its code. */
export function getAccountLabel(code: string): string {
  const [name = '', id = ''] = code.split(':');
  return translateId(`web.admin.account.${name}`, { id }) ?? code;
}

/** Labels of an action in the audit log and of a kind of posting. A new one shows its code until it has a name. */
export const getAuditActionLabel = (action: string): string =>
  translateId(`web.admin.act.${action}`) ?? action.replaceAll('_', ' ');
/** The label of a security event. Uses the owner's wording, unless it addresses the owner. */
export const getSecurityEventLabel = (kind: string): string =>
  translateId(`web.admin.security.${kind}`) ??
  translateId(`security.event.${kind}`, { count: 1 }) ??
  kind.replaceAll('_', ' ');
export const getPostingLabel = (kind: string): string =>
  translateId(`web.admin.posting.${kind}`) ?? kind.replaceAll('_', ' ');
