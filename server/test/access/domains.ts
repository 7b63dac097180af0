import { existsSync } from 'node:fs';
import { domains } from '../../src/domains/index.ts';
import type { AccessFacts, Owners, Scene } from './scene.ts';

/** What each domain says of itself for the tests of access. */
const facts: AccessFacts[] = await Promise.all(
  domains
    .map(({ name }) => new URL(`../../src/domains/${name}/testing/access.ts`, import.meta.url))
    .filter((file) => existsSync(file))
    .map(async (file) => ((await import(file.href)) as { access: AccessFacts }).access),
);

export const values: Readonly<Record<string, string>> = Object.assign(
  {},
  ...facts.map((domain) => domain.values ?? {}),
);

export const publicObjects: NonNullable<AccessFacts['publicObjects']> = Object.assign(
  {},
  ...facts.map((domain) => domain.publicObjects ?? {}),
);

export async function makeDomainObjects(owners: Owners, of: 'users' | 'admins'): Promise<Scene['ids']> {
  const ids: Scene['ids'] = {};
  for (const { objects } of facts) Object.assign(ids, await objects?.[of]?.(owners));
  return ids;
}
