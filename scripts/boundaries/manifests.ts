import { readFileSync } from 'node:fs';

const DOMAINS = new URL('../../server/src/domains/', import.meta.url);
const IMPORTS = /^  imports: (?:'(all)'|\[([^\]]*)\]),$/m;

const known = new Map<string, readonly string[] | 'all'>();

/**
 * The domains that a server domain may import, from its manifest. Read as text: to load a manifest would load the server.
 * A domain without a manifest may import none.
 */
export function readAllowedDomains(domain: string): readonly string[] | 'all' {
  const allowed = known.get(domain) ?? parseAllowedDomains(readManifest(domain));
  known.set(domain, allowed);
  return allowed;
}

export function parseAllowedDomains(manifest: string): readonly string[] | 'all' {
  const [, all, names = ''] = IMPORTS.exec(manifest) ?? [];
  return all === undefined ? [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name) : 'all';
}

function readManifest(domain: string): string {
  try {
    return readFileSync(new URL(`${domain}/domain.ts`, DOMAINS), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
