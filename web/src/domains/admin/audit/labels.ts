import { translateCode } from '../../../platform/i18n/index.ts';

/** The label of an action in the audit log. */
export const getAuditActionLabel = (action: string): string => translateCode(`web.admin.act.${action}`);
