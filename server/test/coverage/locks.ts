import { existsSync, readdirSync } from 'node:fs';
import pg from 'pg';
import { OWN_TABLES } from '../../src/platform/own-tables.ts';
import type { Place, Tables } from '../../src/platform/tables.ts';

/**
 * From the tables of each domain and not from the manifests, which load the product: a test that replaces a part of it does
 * so after this file was loaded.
 */
const PLACES: Readonly<Record<string, Place>> = await readPlaces();

async function readPlaces(): Promise<Record<string, Place>> {
  const folder = new URL('../../src/domains/', import.meta.url);
  const files = readdirSync(folder)
    .map((domain) => new URL(`${domain}/tables.ts`, folder))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(files.map((file) => import(file.href) as Promise<{ TABLES: Tables }>));
  const tables: Tables = Object.assign({}, OWN_TABLES, ...modules.map(({ TABLES }) => TABLES));
  return Object.fromEntries(Object.entries(tables).map(([name, { place }]) => [name, place]));
}

/**
 * A distributed database locks only rows of one node in a statement (docs/citus.md). So each statement of the product that
 * locks rows of a distributed table must compare the column that decides about their place with one value. Returns what is
 * wrong; null when nothing is.
 */
export function findLockFault(statement: string): string | null {
  const text = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ');
  const lock = /\bfor (?:no key )?(?:update|share)\b(?: of ([\w, ]+?))?(?= skip| nowait|\)|$|;)/i.exec(text);
  if (!lock || ONE_NODE_ONLY.some((part) => text.includes(part))) return null;
  const names = lock[1]?.split(',').map((name) => name.trim());
  for (const { table, alias } of listTables(text)) {
    const place = PLACES[table];
    if (place?.kind !== 'distributed' || (names && !names.includes(alias))) continue;
    const isOnlyTable = listTables(text).length === 1;
    const columns = [`${alias}\\.${place.column}`, ...(isOnlyTable ? [`(?<!\\.)${place.column}`] : [])];
    // A joined row of the same job is on its node.
    const isJoined = text.includes(`${alias}.${place.column} = `) && /\bjob\.id = \$\d/.test(text);
    if (!isJoined && !new RegExp(`\\b(?:${columns.join('|')}) = \\$\\d`).test(text))
      return `locks rows of ${table} without their ${place.column}: ${text}`;
  }
  return null;
}

/** Statements that run only where all tables are on one node (`onNodes()`). */
const ONE_NODE_ONLY = ['ctid = ANY', 'ORDER BY job.id FOR NO KEY UPDATE OF job', '/* on one node */'];

const KEYWORDS = new Set([
  'on',
  'where',
  'join',
  'left',
  'inner',
  'cross',
  'for',
  'order',
  'set',
  'limit',
  'using',
]);

function listTables(text: string): { table: string; alias: string }[] {
  return [...text.matchAll(/\b(?:from|join) (?:public\.)?(\w+)(?: (?:as )?(\w+))?/gi)].map(
    ([, table = '', alias]) => ({
      table,
      alias: alias && !KEYWORDS.has(alias.toLowerCase()) ? alias : table,
    }),
  );
}

/** Fails each such statement of the product in this process. */
export function refuseWideLocks(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its client
  const { query } = pg.Client.prototype;
  if (query.name === 'refusing') return;
  pg.Client.prototype.query = function refusing(this: pg.Client, ...args: unknown[]) {
    const [config] = args;
    const text = typeof config === 'string' ? config : (config as { text?: unknown } | undefined)?.text;
    const fault = typeof text === 'string' ? findLockFault(text) : null;
    if (fault !== null) throw new Error(fault);
    return Reflect.apply(query, this, args);
  } as typeof query;
}
