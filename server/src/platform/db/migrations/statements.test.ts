import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStatements } from './statements.ts';

const listTexts = (sql: string): string[] => splitStatements(sql).map(({ text }) => text);

test.each([
  ['SELECT 1; SELECT 2', ['select 1', 'select 2']],
  ['CREATE  INDEX\n  a ON public.job (id);\n', ['create index a on public.job ( id )']],
  [';;', []],
  ["SELECT ';' || 'it''s; so'; SELECT 2", ["select '' | | ''", 'select 2']],
  [String.raw`SELECT E'\'; DROP TABLE a; --'; SELECT 2`, ["select ''", 'select 2']],
  ['SELECT "Odd;""Name"; SELECT 2', ['select "Odd;""Name"', 'select 2']],
  ['DO $$ BEGIN; END $$; SELECT 2', ['do $$', 'select 2']],
  ['SELECT $a$ ; $$ ; $b$ $a$; SELECT 2', ['select $$', 'select 2']],
  ['SELECT a$b$ FROM c; SELECT $1', ['select a$b$ from c', 'select $ 1']],
  ['SELECT 1 -- ; not here\n + 2; SELECT 2', ['select 1 + 2', 'select 2']],
  ['SELECT /* ; /* ; */ ; */ 1; SELECT 2', ['select 1', 'select 2']],
  ["SELECT 'without an end; SELECT 2", ["select ''"]],
  ['SELECT 1::text', ['select 1::text']],
])('%s', (sql, expected) => {
  expect(listTexts(sql)).toEqual(expected);
});

test('a statement includes the comments before, inside and after it, and the bodies of its functions', () => {
  const sql = `-- first
/* second */
CREATE FUNCTION a() RETURNS void AS $$ DELETE FROM b; $$; -- third
-- fourth
SELECT 1 -- fifth
`;
  expect(splitStatements(sql)).toEqual([
    {
      text: 'create function a ( ) returns void as $$',
      comments: ['first', 'second', 'third'],
      bodies: [' DELETE FROM b; '],
      line: 3,
    },
    { text: 'select 1', comments: ['fourth', 'fifth'], bodies: [], line: 5 },
  ]);
});

/** Each contains a semicolon and a statement inside quotes or a comment. */
const hiding = fc
  .string({ unit: fc.constantFrom('a', ' ', ';', '\n', '-', '*', '/', '$', '"', "'", 'drop table t;') })
  .chain((text) =>
    fc.constantFrom(
      `'${text.replaceAll("'", "''")}'`,
      `"${text.replaceAll('"', '""')}x"`,
      `$q$${text}$q$`,
      `/*${text.replaceAll(/[*/]/g, '')}*/ 1`,
      `--${text.replaceAll('\n', '')}\n 1`,
    ),
  );

test('does not split at semicolons in quotes and comments', () => {
  fc.assert(
    fc.property(fc.array(hiding), (quoted) => {
      const sql = quoted.map((quotedText) => `SELECT ${quotedText};`).join('\n');
      const statements = splitStatements(sql);
      expect(statements).toHaveLength(quoted.length);
      for (const { text } of statements) expect(text).toMatch(/^select (''|\$\$|1|"[\s\S]*")$/);
    }),
  );
});
