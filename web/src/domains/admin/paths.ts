import type { QueueKind } from '@fws/contract/admin/queue/model';

/** The addresses of the admin area. */
export const adminPaths = {
  queue: () => '/admin',
  case: (kind: QueueKind, id: number) => `/admin/${kind}/${id}`,
  users: () => '/admin/users',
  user: (id: number) => `/admin/users/${id}`,
  health: () => '/admin/health',
  audit: () => '/admin/audit',
} as const;
