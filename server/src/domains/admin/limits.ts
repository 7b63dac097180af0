import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  admin_code_user: ['5/10m', 'wrong second factors of one admin'],
});
