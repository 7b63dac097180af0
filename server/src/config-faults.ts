import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { readSettingText } from './config-files.ts';

/** Collects everything that is wrong with the settings, so that all of it is reported at once. */
export class Faults {
  readonly #sentences = new Map<string, string>();

  /**
   * `reason` follows the setting's name, e.g. "is not set". A setting's first fault hides later ones that it causes.
   */
  add(setting: string, reason: string): void {
    if (!this.#sentences.has(setting)) this.#sentences.set(setting, `${setting} ${reason}`);
  }

  /** For faults that belong to no single setting. */
  addSentences(...sentences: readonly string[]): void {
    for (const sentence of sentences) this.#sentences.set(sentence, sentence);
  }

  /** Runs another part of the check and keeps the faults it throws. */
  collect<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.addSentences(...error.faults);
      return undefined;
    }
  }

  throwIfAny(): void {
    // Two checks may have reported the same setting.
    if (this.#sentences.size > 0) throw new ConfigError([...new Set(this.#sentences.values())]);
  }
}

/** A setting that is on or off. */
export const onOrOff = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true');

export type Environment = Record<string, string | undefined>;

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
