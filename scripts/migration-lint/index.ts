import { parseConcurrent } from '../../server/src/platform/db/migrations/concurrent.ts';
import {
  isConcurrent,
  isContract,
  findNewestRelease,
  readNumber,
  readRelease,
  type MigrationFile,
} from '../../server/src/platform/db/migrations/files.ts';
import { splitStatements, type SqlStatement } from '../../server/src/platform/db/migrations/statements.ts';
import { formatContractFault, findActionFault } from './alter-rules.ts';
import { NAME, QUALIFIED, readAlterTable } from './alter-table.ts';
import { History } from './history.ts';

const FILE_NAME = /^(\d{4})_[a-z0-9_]+(\.contract)?(\.concurrent)?$/;

/**
 * Lists what is wrong with the migrations of the newest release, each with its place and what to do instead. Of earlier
 * ones, and of the baseline, which no process of a former version sees, it reads what they create.
 */
export function lintMigrations(files: readonly MigrationFile[]): string[] {
  const history = new History();
  const newest = findNewestRelease(files);
  return files.flatMap((file) => {
    history.beginFile();
    const nameFaults = findNameFaults(file, files);
    const faults = isConcurrent(file) ? findConcurrentFaults(file) : findStatementFaults(file, history);
    const isChecked = readRelease(file) === newest && newest > 0;
    return isChecked ? [...nameFaults, ...faults] : nameFaults;
  });
}

function findNameFaults({ name }: MigrationFile, files: readonly MigrationFile[]): string[] {
  if (!FILE_NAME.test(name))
    return [
      `${name}.sql: name it by number and words: 0142_what_it_does.sql, .concurrent.sql or .contract.sql`,
    ];
  const same = files.filter((other) => readNumber(other) === readNumber({ name }));
  return same.length > 1 ? [`${name}.sql: its number is used twice: use the next free one`] : [];
}

function findConcurrentFaults({ name, text }: MigrationFile): string[] {
  try {
    parseConcurrent(text);
    return [];
  } catch (error) {
    return [`${name}.sql: ${(error as Error).message}`];
  }
}

function findStatementFaults({ name, text }: MigrationFile, history: History): string[] {
  return splitStatements(text).flatMap((statement) => {
    const faults = [statement, ...listInnerStatements(statement)].flatMap((sqlStatement) =>
      findFaults(sqlStatement, history, isSafeForFormer(sqlStatement, name)),
    );
    history.add(statement);
    return faults.map((fault) => `${name}.sql:${statement.line}: ${fault}`);
  });
}

/**
 * A DO block runs immediately, so its statements count; a function's body runs later. Control words separate statements
 * too.
 */
function listInnerStatements({ text, bodies, comments, line }: SqlStatement): SqlStatement[] {
  if (!text.startsWith('do ')) return [];
  const inner = bodies.flatMap((body) =>
    splitStatements(
      body
        .replaceAll(/\bend\s*(?:if|loop)?\s*(?:;|$)/gi, ';')
        .replaceAll(/\b(?:begin|then|else|loop)\b/gi, ';'),
    ),
  );
  return inner.map((statement) => ({ ...statement, comments: [...comments, ...statement.comments], line }));
}

function findFaults(statement: SqlStatement, history: History, isSafe: boolean): string[] {
  const alter = readAlterTable(statement.text);
  if (!alter) {
    const fault = RULES.find((rule) => rule.isBrokenBy(statement, { history, isSafe }));
    return fault ? [fault.formatMessage(statement.text)] : [];
  }
  if (history.isMadeHere(alter.table)) return [];
  return alter.actions.flatMap((action) => findActionFault(alter, action, history, isSafe) ?? []);
}

/**
 * Whether processes of the former version can live with a statement that takes something away: they are gone, a comment
 * names the release (1.4.0) or the migration of an earlier release (0142) that stopped using it, or says what takes its place.
 */
function isSafeForFormer({ comments }: SqlStatement, name: string): boolean {
  if (isContract({ name })) return true;
  return comments.some((comment) => {
    if (/^replaced: \S/m.test(comment)) return true;
    const [, migration, release] = /^contract: (?:(\d{4})|v?(\d+\.\d+(?:\.\d+)?))\b/m.exec(comment) ?? [];
    if (release !== undefined) return true;
    return migration !== undefined && readRelease({ name: migration }) < readRelease({ name });
  });
}

const hasBatch = ({ comments }: SqlStatement): boolean =>
  comments.some((comment) => /^batch: \S/m.test(comment));

interface Circumstances {
  history: History;
  /** Processes of the former version can live with it. */
  isSafe: boolean;
}

interface Rule {
  isBrokenBy(statement: SqlStatement, circumstances: Circumstances): boolean;
  formatMessage(text: string): string;
}

const INDEX = new RegExp(
  `^create (?:unique )?index (?:if not exists )?(?:${NAME} )?on (?:only )?(${QUALIFIED}) `,
);
const CHANGED = new RegExp(
  `(?:^|\\( |\\) )(?:update (?:only )?|delete from (?:only )?|merge into (?:only )?)(${QUALIFIED})(?: |$)`,
);
const TRUNCATED = new RegExp(`^truncate (?:table )?(?:only )?(${QUALIFIED})`);

const RULES: Rule[] = [
  {
    isBrokenBy: ({ text }) => /^(create (unique )?|drop )index concurrently /.test(text),
    formatMessage: () =>
      'CONCURRENTLY does not work in a transaction: give the index a file of its own, NNNN_name.concurrent.sql',
  },
  {
    isBrokenBy: ({ text }, { history }) => {
      const table = INDEX.exec(text)?.[1];
      return table !== undefined && !history.isMadeHere(table);
    },
    formatMessage: (text) =>
      `CREATE INDEX on ${INDEX.exec(text)?.[1]} blocks writes until it is built: CREATE INDEX CONCURRENTLY IF NOT EXISTS in a file of its own, NNNN_name.concurrent.sql`,
  },
  {
    isBrokenBy: ({ text }) => text.startsWith('drop index '),
    formatMessage: () =>
      'DROP INDEX blocks its table while it waits for a lock: DROP INDEX CONCURRENTLY IF EXISTS in a file of its own, NNNN_name.concurrent.sql',
  },
  {
    isBrokenBy: ({ text }, { isSafe }) =>
      !isSafe &&
      (/^drop (table|view|materialized view|function|procedure|routine|type|domain|schema|sequence) /.test(
        text,
      ) ||
        /^alter (view|materialized view|function|procedure|type|schema|sequence) .* rename /.test(text)),
    formatMessage: (text) => formatContractFault(text),
  },
  {
    isBrokenBy: ({ text }, { history, isSafe }) => {
      const table = TRUNCATED.exec(text)?.[1];
      return table !== undefined && !isSafe && !history.isMadeHere(table);
    },
    formatMessage: (text) => formatContractFault(text),
  },
  {
    isBrokenBy: (statement, { history }) => {
      const table = /^(update|delete|merge|with) /.test(statement.text) && CHANGED.exec(statement.text)?.[1];
      return typeof table === 'string' && !history.isMadeHere(table) && !hasBatch(statement);
    },
    formatMessage: (text) =>
      `it changes rows of ${CHANGED.exec(text)?.[1]} and locks them until it ends: use a task with a few hundred rows per transaction or, if the table always stays small, say so: -- batch: <how many rows, and why no more>`,
  },
  {
    isBrokenBy: ({ text }) => text.startsWith('lock '),
    formatMessage: () =>
      'LOCK TABLE blocks the table until the end of the file: change the data in a task, row by row',
  },
  {
    isBrokenBy: ({ text }) => /^(cluster|reindex|vacuum|refresh materialized view)( |$)/.test(text),
    formatMessage: (text) => `"${text}" processes a whole table: that is maintenance, not a migration`,
  },
  {
    isBrokenBy: ({ text }) =>
      /^(begin|start transaction|commit|end|rollback|abort)( |$)/.test(text) ||
      /^set (local |session )?(lock_timeout|statement_timeout)( |$)/.test(text),
    formatMessage: (text) =>
      `"${text}" is not for a migration: npm run migrate begins the transaction and sets its timeouts`,
  },
];
