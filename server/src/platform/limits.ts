import type { Faults } from '../config/faults.ts';
import type { AttemptLimit } from './attempts.ts';

/**
 * A rate limit. `usual` is its default as text: how many in how long; `byDefault` is that text parsed; `counts` says what is
 * counted. The last part of its name says per what: an address may stand for thousands of people behind one carrier, so
 * limits by account are tight and limits by address are wide.
 */
export interface Limit {
  name: string;
  usual: string;
  byDefault: AttemptLimit;
  counts: string;
}

export const defineLimits = <Name extends string>(
  texts: Readonly<Record<Name, readonly [usual: string, counts: string]>>,
): Readonly<Record<Name, Limit>> => {
  const limits = Object.entries<readonly [string, string]>(texts).map(([name, [usual, counts]]) => {
    const byDefault = parseLimit(name, usual);
    if (byDefault === null) throw new Error(`the default of ${name} is not a valid limit`);
    return [name, { name, usual, byDefault, counts }] as const;
  });
  return Object.fromEntries(limits) as unknown as Record<Name, Limit>;
};

/** The limits of this process: those that the environment sets, and the usual ones. */
export class Limits {
  readonly #given: ReadonlyMap<string, AttemptLimit>;

  /** By name. */
  constructor(given: ReadonlyMap<string, AttemptLimit>) {
    this.#given = given;
  }

  /** The settings that the environment sets. */
  get settings(): string[] {
    return [...this.#given.keys()].map(toSettingName);
  }

  get({ name, byDefault }: Limit): AttemptLimit {
    return this.#given.get(name) ?? byDefault;
  }
}

const UNITS_MS = { s: 1_000, m: 60_000, h: 3600_000, d: 24 * 3600_000 } as const;
const PREFIX = 'LIMIT_';

/** `LIMIT_LOGIN_SOURCE=20/15m`; `off` for no limit. */
export function readLimits(env: Readonly<Record<string, string | undefined>>, faults: Faults): Limits {
  const given = new Map<string, AttemptLimit>();
  for (const setting of listLimitSettings(env)) {
    const name = toLimitName(setting);
    const limit = parseLimit(name, env[setting] ?? '');
    if (limit === null) faults.add(setting, 'is wrong: it must be like 100/15m (s, m, h, d) or off');
    else given.set(name, limit);
  }
  return new Limits(given);
}

/** The settings of limits that are not empty. */
export const listLimitSettings = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(env).filter((setting) => setting.startsWith(PREFIX) && env[setting]);

export const toSettingName = (name: string): string => PREFIX + name.toUpperCase();
const toLimitName = (setting: string): string => setting.slice(PREFIX.length).toLowerCase();

function parseLimit(scope: string, text: string): AttemptLimit | null {
  if (text === 'off') return { scope, max: Infinity, windowMs: UNITS_MS.h };
  const [, max, length, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,3})([smhd])$/.exec(text) ?? [];
  if (max === undefined || length === undefined || unit === undefined) return null;
  return { scope, max: Number(max), windowMs: Number(length) * UNITS_MS[unit as keyof typeof UNITS_MS] };
}
