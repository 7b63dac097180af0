import { auditLog } from '@fws/contract/admin/calls';
import { callPages } from '../../../platform/queries/index.ts';

export const auditPages = (params: { subject: string; subjectId: string }) =>
  callPages('admin', auditLog, params);
