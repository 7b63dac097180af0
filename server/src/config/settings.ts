import * as z from 'zod';
import type { Faults } from './faults.ts';
import { readSettingText, type Environment } from './files.ts';

/** A setting that is on or off. */
export const onOrOff = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true');

/** Settings whose empty value means "none"; for all others an empty value means "not set". */
const MAY_BE_EMPTY = new Set(['MAP_TILE_URL', 'MAP_TILE_CREDIT']);

/** Reads each setting independently; an invalid one becomes a fault and takes its default for now. */
export function readSettings<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  env: Environment,
  faults: Faults,
): { [Name in keyof Shape]: z.output<Shape[Name]> } {
  const read = ([name, schema]: [string, z.ZodType]) => {
    const rawText = readSettingText(name, env, faults);
    const text = rawText === '' && !MAY_BE_EMPTY.has(name) ? undefined : rawText;
    const parsed = schema.safeParse(text);
    if (parsed.success) return [name, parsed.data];
    faults.add(name, `is wrong: ${explain(parsed.error)}`);
    return [name, schema.safeParse(undefined).data];
  };
  return Object.fromEntries(Object.entries(shape).map(read));
}

/** Never includes the value: it may be a secret. */
function explain({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === 'invalid_type') return 'it must be a number';
  if (issue?.code === 'invalid_value') return `it must be one of ${issue.values.join(', ')}`;
  if (issue?.code === 'too_small' && issue.origin === 'string')
    return `it must have at least ${issue.minimum} characters`;
  if (issue?.code === 'too_small') return `it must be at least ${issue.minimum}`;
  if (issue?.code === 'too_big') return `it must be at most ${issue.maximum}`;
  return issue?.message ?? 'unknown';
}
