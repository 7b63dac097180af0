import type * as z from 'zod/mini';
import type { abilityWire } from './schemas.ts';
import type { Ability } from './lifecycle.ts';
import type { SharedMessageId } from './messages.ts';

export type AbilityWire = z.infer<typeof abilityWire>;

export const abilityToWire = (ability: Ability): AbilityWire =>
  ability.allowed ? { allowed: true, reason: null } : { allowed: false, reason: ability.reason };

export const abilityFromWire = (wire: AbilityWire): Ability =>
  wire.allowed ? { allowed: true } : { allowed: false, reason: wire.reason as SharedMessageId };

/** The legacy wire sends booleans as 1 and 0. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
