/** The roles of FWS staff. */
export const ROLES = ['support', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What each role may do. The server checks it on every call, and the screens hide what it does not allow. Reading and
 * deciding are separate permissions where a decision moves money or locks a user out.
 */
export const PERMISSIONS = {
  'queue.read': ROLES,
  'identity.read': ['support', 'admin'],
  'identity.decide': ['support', 'admin'],
  'disputes.read': ROLES,
  'disputes.settle': ['finance', 'admin'],
  'jobs.read': ROLES,
  'jobs.verify': ['support', 'admin'],
  'users.read': ROLES,
  'users.suspend': ['support', 'admin'],
  /** The security log of somebody's account, with addresses and devices. */
  'users.security': ['support', 'admin'],
  /** Impersonation: the product as a user sees it, including money. */
  'users.see': ['admin'],
  'money.read': ['finance', 'admin'],
  'money.decide': ['finance', 'admin'],
  'enquiries.read': ['support', 'admin'],
  /** Reports and take-downs. */
  'content.decide': ['support', 'admin'],
  'content.edit': ['admin'],
  'settings.read': ['finance', 'admin'],
  'settings.edit': ['admin'],
  'tasks.decide': ['admin'],
  'health.read': ROLES,
  'audit.read': ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

export const hasPermission = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

/** The permission to open the files of each subject. Files of other subjects are only for the people involved. */
export const FILE_PERMISSIONS: Partial<Record<string, Permission>> = {
  dispute: 'disputes.read',
  identity_video: 'identity.read',
  job: 'jobs.read',
  job_photo: 'jobs.read',
  quote_photo: 'content.decide',
  portfolio_photo: 'content.decide',
  message_photo: 'disputes.read',
  message_file: 'disputes.read',
  taken_down_photo: 'content.decide',
  reported_photo: 'content.decide',
  completion_photo: 'disputes.read',
};
