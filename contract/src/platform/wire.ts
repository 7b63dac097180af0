import * as z from 'zod/mini';
import type { Ability } from './process.ts';
import type { SharedMessageId } from './messages.ts';

/** Pieces of wire shape that several domains share. */

export const abilityWire = z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) });
export type AbilityWire = z.infer<typeof abilityWire>;

export const abilityToWire = (ability: Ability): AbilityWire =>
  ability.allowed ? { allowed: true, reason: null } : { allowed: false, reason: ability.reason };

export const abilityFromWire = (wire: AbilityWire): Ability =>
  wire.allowed ? { allowed: true } : { allowed: false, reason: wire.reason as SharedMessageId };

/** A file someone may open: the URL asks again who is asking. */
export interface FileLink {
  url: string;
  name: string;
  bytes: number;
  image: boolean;
}

export const fileLinkWire = z.object({
  url: z.string(),
  name: z.string(),
  bytes: z.number(),
  image: z.boolean(),
});

/** 1 and 0 where the legacy wire has flags. */
export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);
