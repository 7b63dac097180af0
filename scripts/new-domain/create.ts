import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../user-error.ts';

const TEMPLATE = join(import.meta.dirname, 'template');
/** Keeps the files of the template from being compiled, linted and run. */
const SUFFIX = '.txt';

/** A line to add to a file that lists the domains, before or after a line that is there. */
interface Registration {
  file: string;
  before: RegExp;
  line: string;
}

/** What a domain touches outside of its own folders. */
const REGISTRATIONS: readonly Registration[] = [
  {
    file: 'server/src/domains/index.ts',
    before: /^import \{ todayDomain \}/m,
    line: `import { __name__Domain } from './__name__/domain.ts';`,
  },
  { file: 'server/src/domains/index.ts', before: /^  todayDomain,/m, line: '  __name__Domain,' },
  {
    file: 'contract/src/platform/messages.ts',
    before: /^import type server /m,
    line: `import type __name__ from '../../locales/en/__name__.json';`,
  },
  {
    file: 'contract/src/platform/messages.ts',
    before: /^  \| keyof typeof server;/m,
    line: '  | keyof typeof __name__',
  },
  {
    file: 'web/src/platform/i18n/messages.ts',
    before: /^import type ui /m,
    line: `import type __name__ from '../../../locales/en/__name__.json';`,
  },
  {
    file: 'web/src/platform/i18n/messages.ts',
    before: /^  admin: typeof admin;/m,
    line: '  __name__: typeof __name__;',
  },
  {
    file: 'web/src/app/routes.tsx',
    before: /^  \{\n    path: paths\.notifications\(\),/m,
    line: `  {
    path: '/__name__',
    guard: 'user',
    screen: lazyScreen(['__name__'], () => import('../domains/__name__/screens/__Name__.tsx')),
  },`,
  },
  {
    file: 'e2e/support/press-screens.ts',
    before: /^  \.\.\.plain\('posting', \{/m,
    line: `  ...plain('posting', { '/__name__': '/__name__' }),`,
  },
];

/**
 * Writes the skeleton of a domain into the repository at `root` and registers it. Returns the files, relative to the
 * root.
 */
export function createDomain(root: string, name: string): { created: string[]; changed: string[] } {
  if (!/^[a-z]{3,20}$/.test(name))
    throw new UserError(
      'Name the domain in lower case, with three to twenty letters: npm run new:domain reports',
    );
  if (
    existsSync(join(root, 'contract/src', name)) ||
    existsSync(join(root, 'contract/locales/en', `${name}.json`))
  )
    throw new UserError(`There is a domain or an area of texts named ${name}.`);
  const number = findNextMigrationNumber(root);
  const fill = (text: string) =>
    text
      .replaceAll('__number__', number)
      .replaceAll('__name__', name)
      .replaceAll('__Name__', `${name[0]?.toUpperCase()}${name.slice(1)}`);
  const created = listTemplates().map((template) => {
    const file = fill(template.slice(0, -SUFFIX.length));
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), fill(readFileSync(join(TEMPLATE, template), 'utf8')));
    return file;
  });
  for (const registration of REGISTRATIONS) register(root, registration, fill);
  return { created, changed: [...new Set(REGISTRATIONS.map(({ file }) => file))] };
}

function register(root: string, { file, before, line }: Registration, fill: (text: string) => string): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const at = text.search(before);
  if (at < 0) throw new Error(`${file} has no line like ${before}: mend scripts/new-domain/create.ts`);
  writeFileSync(path, `${text.slice(0, at)}${fill(line)}\n${text.slice(at)}`);
}

const listTemplates = (): string[] =>
  readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(SUFFIX))
    .toSorted();

/** The baseline of migrations has the numbers below; the hundreds are releases (docs/migrations.md). */
const FIRST_NUMBER = 101;

function findNextMigrationNumber(root: string): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(FIRST_NUMBER, ...numbers.map((number) => number + 1))).padStart(4, '0');
}
