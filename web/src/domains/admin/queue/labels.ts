import type { QueueKind } from '@fws/contract/admin/queue/model';
import { translateCode, translateId, type MessageId } from '../../../platform/i18n/index.ts';
import type { IconName } from '../../../ui/index.ts';

export const kindNames: Record<QueueKind, MessageId> = {
  dispute: 'web.admin.kind.dispute',
  approval: 'web.admin.kind.approval',
  report: 'web.admin.kind.report',
  appeal: 'web.admin.kind.appeal',
  contest: 'web.admin.kind.contest',
  identity: 'web.admin.kind.identity',
  name: 'web.admin.kind.name',
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
  report: 'flag',
  appeal: 'history',
  contest: 'shield',
  identity: 'user',
  name: 'edit',
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
    ? (translateId(`web.admin.case.${title}`) ?? translateCode(`web.admin.verdict.${title}`))
    : title;
