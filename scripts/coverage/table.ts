import type { Row } from './rows.ts';

const escapeCell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** Formats the table as a page: first what has no proof, then everything. */
export function formatTable(rows: readonly Row[]): string {
  const counted = rows.filter((row) => row.note !== 'left out by decision');
  const open = counted.filter((row) => row.proof === null);
  const sections = [...new Set(rows.map((row) => row.section))];
  const lines = [
    '# What the specification asks for, and the test that proves it',
    '',
    'Generated from the contract, the router, the message catalogues and the tests; not written by hand. `npm test` fails when a row that has a proof here loses it. After adding tests, write it anew with `FWS_WRITE_COVERAGE=1 npx vitest run scripts/coverage`.',
    '',
    `${counted.length - open.length} of ${counted.length} rows have a proof. A field without a test that names it is proved by a test that has the whole answer of the call that declares it: a reply leaves out nothing that it declares.`,
    '',
    '## Without a proof',
    '',
    ...(open.length === 0
      ? ['None.']
      : open.map(
          (row) =>
            `- ${row.section}: ${row.name} (${row.where === null ? 'not built' : 'built, no test names it'})`,
        )),
    ...sections.flatMap((section) => [
      '',
      `## ${section}`,
      '',
      '| asked for | where | proof |',
      '|---|---|---|',
      ...rows.filter((row) => row.section === section).map(formatRow),
    ]),
    '',
  ];
  return lines.join('\n');
}

function formatRow(row: Row): string {
  const note = row.note === undefined ? '' : ` (${row.note})`;
  const proof = row.proof ? `${row.proof.file}: ${row.proof.title}` : 'none';
  return `| ${escapeCell(row.name)} | ${escapeCell((row.where ?? '–') + note)} | ${escapeCell(proof)} |`;
}

const toRowKey = (section: string, name: string) => `${section}: ${escapeCell(name)}`;

/** Reads the rows that a page lists as proved. */
export function parseProvedKeys(page: string): string[] {
  const proved: string[] = [];
  let section = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    const [, name, , proof] = line.split(/(?<!\\)\|/).map((part) => part.trim());
    if (name && proof && !['none', 'proof', '---'].includes(proof)) proved.push(toRowKey(section, name));
  }
  return proved;
}

export const listProvedKeys = (rows: readonly Row[]): Set<string> =>
  new Set(rows.filter((row) => row.proof !== null).map((row) => toRowKey(row.section, row.name)));
