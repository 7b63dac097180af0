import type { Domain } from '../../platform/domain.ts';
import * as books from './books/tasks.ts';
import { mountExports } from './exports/http.ts';
import { mountHealth } from './health/http.ts';
import { mountImpersonationEnd } from './impersonation/http.ts';
import { FACTOR_USE } from './factor/service.ts';
import * as webhooks from './webhooks/tasks.ts';
import { createAdminGuard } from './guard.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';

const sealedColumns = ['totp_secret', 'offered_secret'].map((column) => ({
  table: 'admin_member' as const,
  primaryKey: 'user_id',
  column,
  use: FACTOR_USE,
}));

export const adminDomain: Domain = {
  name: 'admin',
  imports: 'all',
  limits: LIMITS,
  tables: TABLES,
  objects: {
    approvalId: 'approval',
    caseId: 'case',
    taskId: 'task',
    webhookId: 'webhook',
    workerId: 'user',
    'admin_audit_log.subjectId': 'job',
    'admin_contract_record.id': 'job',
    'admin_job_record.id': 'job',
    'admin_ledger_account.code': 'ledgerAccount',
    'admin_ledger_entries.code': 'ledgerAccount',
    'admin_ledger_txns.value': 'milestone',
    'admin_order_record.id': 'order',
    'admin_withdrawal_record.id': 'withdrawal',
    'admin_audit_log.subject': null,
    // The bank's reference of a transfer made by the platform.
    reference: null,
    // A reconciliation run.
    runId: null,
  },
  routes,
  tasks: (deps) => ({ ...books.tasks(deps), ...webhooks.tasks(deps) }),
  sealedColumns,
  crontab: [...books.crontab, ...webhooks.crontab],
  http(app, deps, settings) {
    mountHealth(app, deps);
    mountExports(app, deps, settings);
    mountImpersonationEnd(app, deps, settings);
  },
  adminGuard: createAdminGuard,
};
