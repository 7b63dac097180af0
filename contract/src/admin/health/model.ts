export const HEALTH_LEVELS = ['ok', 'warning', 'bad'] as const;
export const HEALTH_PARTS = [
  'worker',
  'queue',
  'jobs',
  'webhooks',
  'clearing',
  'books',
  'payouts',
  'cases',
  'errors',
  'storage',
] as const;

export type HealthLevel = (typeof HEALTH_LEVELS)[number];
export type HealthPart = (typeof HEALTH_PARTS)[number];
