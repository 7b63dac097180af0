import type { Faults } from './config/faults.ts';
import { domains } from './domains/index.ts';
import { ACCESS_LIMITS } from './platform/http/refused-access.ts';
import { REQUEST_LIMITS } from './platform/http/request-limits.ts';
import { toSettingName, type Limit } from './platform/limits.ts';

/** All rate limits, of the platform and of the domains. */
export const ALL_LIMITS: readonly Limit[] = [
  REQUEST_LIMITS,
  ACCESS_LIMITS,
  ...domains.map(({ limits }) => limits ?? {}),
].flatMap((limits) => Object.values(limits));

/** A misspelt setting would silently leave a limit as it is. */
export function checkLimitSettings(settings: readonly string[], faults: Faults): void {
  const known = new Set(ALL_LIMITS.map(({ name }) => toSettingName(name)));
  for (const setting of settings)
    if (!known.has(setting)) faults.add(setting, 'is not a known limit: docs/operations.md lists all limits');
}
