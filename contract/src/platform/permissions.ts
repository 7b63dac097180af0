/** What a person of FWS is there for. */
export const ROLES = ['support', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who of FWS may do what: the server asks it with every call, and the screens leave out what it does not allow.
 * Looking and deciding are apart wherever the deciding moves money or shuts somebody out.
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
  /** The product as somebody else sees it, money and all. */
  'users.see': ['admin'],
  'money.read': ['finance', 'admin'],
  'money.decide': ['finance', 'admin'],
  'enquiries.read': ['support', 'admin'],
  'content.edit': ['admin'],
  'settings.read': ['finance', 'admin'],
  'settings.edit': ['admin'],
  'tasks.decide': ['admin'],
  'health.read': ROLES,
  'audit.read': ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

/** Whose papers may be opened with which permission; what is not here stays with its own people. */
export const FILE_PERMISSIONS: Partial<Record<string, Permission>> = {
  dispute: 'disputes.read',
  identity_video: 'identity.read',
  job: 'jobs.read',
};
