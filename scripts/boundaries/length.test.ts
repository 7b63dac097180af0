import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const LINES_MAX = 300;
const FOLDERS = ['contract/src', 'server/src', 'web/src'];
/** Tables of data, which a reader looks things up in. There is none at present. */
const TABLES_OF_DATA: string[] = [];

const isProduct = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/\/test(?:ing)?\//.test(file);

test(`no file of the product is longer than ${LINES_MAX} lines`, () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter(isProduct);
  expect(files.length).toBeGreaterThan(500);
  const long = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
    .filter(({ file, lines }) => lines > LINES_MAX && !TABLES_OF_DATA.includes(file));
  expect(long).toEqual([]);
});
