import type { QueueKind } from '@fws/contract/admin/queue/model';
import type { RecordKind } from '@fws/contract/admin/records/model';

/** The URL paths of the admin area. */
export const adminPaths = {
  queue: () => '/admin',
  case: (kind: QueueKind, id: number) => `/admin/${kind}/${id}`,
  records: (kind: RecordKind, userId?: number) =>
    `/admin/${kind}s${userId === undefined ? '' : `?of=${userId}`}`,
  record: (kind: RecordKind, id: string) => `/admin/${kind}s/${id}`,
  users: () => '/admin/users',
  user: (id: number) => `/admin/users/${id}`,
  ledger: () => '/admin/ledger',
  account: (code: string) => `/admin/ledger/accounts/${code}`,
  txns: () => '/admin/ledger/transactions',
  txn: (id: number) => `/admin/ledger/transactions?by=txn&value=${id}`,
  checks: () => '/admin/ledger/checks',
  restore: () => '/admin/restore',
  categories: () => '/admin/content',
  samples: () => '/admin/content/samples',
  addresses: () => '/admin/content/addresses',
  enquiries: () => '/admin/content/enquiries',
  settings: () => '/admin/settings',
  health: () => '/admin/health',
  audit: () => '/admin/audit',
} as const;
