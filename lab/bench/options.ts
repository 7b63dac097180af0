import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type { Life } from '../../scripts/program.ts';
import { startTestDatabase } from '../../scripts/testing/database.ts';

type Options<Defaults> = {
  [Name in keyof Defaults]: Defaults[Name] extends boolean
    ? boolean
    : Defaults[Name] extends string
      ? string
      : number;
};

/**
 * Reads the options of a benchmark: numbers (`--rounds 1`), switches (`--bytes-only`) and texts (`--screen /payment`).
 * Invalid options end it with a one-line message.
 */
export function readOptions<const Defaults extends Record<string, number | boolean | string>>(
  args: string[],
  defaults: Defaults,
): Options<Defaults> {
  const types = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: typeof value === 'boolean' ? 'boolean' : 'string' } as const,
  ]);
  try {
    const givenOptions = Object.entries(parseArgs({ args, options: Object.fromEntries(types) }).values);
    const values = Object.fromEntries(
      givenOptions.map(([name, value]) => [
        name,
        typeof defaults[name] === 'string' ? value : parseOptionValue(name, value),
      ]),
    );
    return { ...defaults, ...values } as Options<Defaults>;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

function parseOptionValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new Error(`--${name} is "${value}": it must be a number from 1 on.`);
}

/** Uses the given database server, or starts one for the program's lifetime. */
export async function provideDatabase(life: Life): Promise<void> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return;
  const database = await startTestDatabase(tmpdir());
  life.onEnd(() => database.stop());
  process.env['TEST_DATABASE_URL'] = database.ownerUrl;
}
