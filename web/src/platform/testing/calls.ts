import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyCall } from '@fws/contract/platform/call';

const contract = fileURLToPath(new URL('../../../../contract/src', import.meta.url));

/** Every call of the contract. */
export async function listCalls(): Promise<AnyCall[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' });
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('calls.ts'))
      .map((file) => import(pathToFileURL(join(contract, file)).href) as Promise<Record<string, unknown>>),
  );
  const calls = modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is AnyCall => typeof value === 'object' && value !== null && 'reads' in value);
  // Some files export the calls of others.
  return [...new Map(calls.map((call) => [call.name, call])).values()];
}
