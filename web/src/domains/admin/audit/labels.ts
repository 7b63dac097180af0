import { translateId } from '../../../platform/i18n/index.ts';

/** The label of an action in the audit log. A new one shows its code until it has a name. */
export const getAuditActionLabel = (action: string): string =>
  translateId(`web.admin.act.${action}`) ?? action.replaceAll('_', ' ');
