import type { QueueKind } from '@fws/contract/admin/queue/model';
import type { IconName } from '../../ui/index.ts';
import { translateId, type MessageId } from '../../platform/i18n/index.ts';

export const kindNames: Record<QueueKind, MessageId> = {
  dispute: 'web.admin.kind.dispute',
  approval: 'web.admin.kind.approval',
  identity: 'web.admin.kind.identity',
  job: 'web.admin.kind.job',
  enquiry: 'web.admin.kind.enquiry',
};

export const kindIcons: Record<QueueKind, IconName> = {
  dispute: 'alert',
  approval: 'hand',
  identity: 'user',
  job: 'doc',
  enquiry: 'mail',
};

/** "Escrow, milestone 12": an account of the ledger in words; what is not known here keeps its code. */
export function accountName(code: string): string {
  const [name = '', id = ''] = code.split(':');
  return translateId(`web.admin.account.${name}`, { id }) ?? code;
}

/** What waits for a person, by its kind. */
export const matterName = (kind: string): string =>
  translateId(`web.office.matter.${kind}`) ?? kind.replaceAll('_', ' ');

/** What an act of the audit log, or a kind of posting, is called; a new one shows its code until it has a name. */
export const actName = (act: string): string =>
  translateId(`web.admin.act.${act}`) ?? act.replaceAll('_', ' ');
export const postingName = (kind: string): string =>
  translateId(`web.admin.posting.${kind}`) ?? kind.replaceAll('_', ' ');
