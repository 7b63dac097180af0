import type { Catalogue, ForeignKey, UniqueKey } from './catalogue.ts';
import type { Place } from '../../tables.ts';

/**
 * What a distributed database cannot check, and what does instead. A key that lacks the column that decides about the
 * place of a row would have to be looked up on every node at each insert; it becomes a key together with this column.
 */
export const WEAKER_KEYS: Readonly<Record<string, string>> = {
  'certificate.file_id': 'the lock of the file, which is attached once (files/store.ts)',
  'contract.quote_id': 'the contract’s key (one for a job), and the foreign key of quote and job',
  'dispute.id': 'its sequence',
  'invitation.id': 'its sequence',
  'job.number': 'its sequence',
  'milestone.id': 'its sequence',
  'milestone_completion.id': 'its sequence',
  'milestone_completion.milestone_id, round': 'the same key together with the job of the milestone',
  'quote.id': 'its sequence',
  'saved_search.id': 'its sequence',
  'shared_job.id': 'its sequence',
  'split.id': 'its sequence',
  'split_turn.split_id, turn': 'the same key together with the job of the split',
};

const MILESTONE =
  'the lock of the job and milestone in the same transaction (escrow/lock.ts); milestones are never deleted';
const DISPUTE = 'the lock of the dispute in the same transaction; disputes are never deleted';
const PERSON = 'the session of the admin, which has a foreign key; accounts are never deleted';
const JOB = 'the job was read before; jobs are never deleted';

/** References between nodes, and what holds them instead of a foreign key. */
export const DROPPED_REFERENCES: Readonly<Record<string, string>> = {
  'chargeback.milestone_id': MILESTONE,
  'deduction.milestone_id': MILESTONE,
  'dispute_part.milestone_id': MILESTONE,
  'escrow_order.milestone_id': MILESTONE,
  'invoice.milestone_id': MILESTONE,
  'refund.milestone_id': MILESTONE,
  'dispute_comment.dispute_id': DISPUTE,
  'dispute_document.dispute_id': DISPUTE,
  'dispute_part.dispute_id': DISPUTE,
  'audit_log.admin_id': PERSON,
  'provider_event.seen_by': PERSON,
  'search_alert.search_id': 'the removal of a saved search (search/saved-searches/store.ts)',
  'job_outcome.job_id': JOB,
  'search_job.job_id': JOB,
};

/** Triggers of tables that are on several nodes, and what does their work. */
export const DROPPED_TRIGGERS: Readonly<Record<string, string>> = {
  'user_account.index_new_person': 'indexPerson()',
  'user_account.index_person': 'indexPerson()',
};

/** Writes the job where rows of former versions of the product lack it. */
export const FILLS: readonly string[] = ['milestone_completion', 'escrow_order'].map(
  (table) =>
    `UPDATE ${table} SET job_id = milestone.job_id FROM milestone
     WHERE milestone.id = ${table}.milestone_id AND ${table}.job_id IS NULL`,
);

/** How a schema becomes one that can be distributed. */
export interface Adaptation {
  /** Before the tables are distributed, in this order. Empty when the schema is adapted. */
  before: string[];
  /** Foreign keys between distributed tables, which Citus takes when both are distributed. */
  after: string[];
  /** Sentences about what no statement can change. */
  faults: string[];
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const quoteTable = (table: string) => table.split('.').map(quote).join('.');
const listColumns = (columns: readonly string[]) => columns.map(quote).join(', ');

/**
 * Plans the adaptation: each unique key of a distributed table contains the column that decides about its rows' place,
 * each foreign key stays on one node, and nothing is left that Citus refuses.
 */
export function planAdaptation(catalogue: Catalogue, places: Readonly<Record<string, Place>>): Adaptation {
  const faults = catalogue.tables
    .filter((table) => places[table] === undefined)
    .map((table) => `The table ${table} has no place: add it to the tables.ts of its domain.`);
  const getPlace = (table: string): Place => places[table] ?? { kind: 'coordinator' };
  /**
   * What Citus does not know at all: the ledger, and partitioned tables of the coordinator, whose checks it cannot convert.
   * Foreign keys to reference tables make it know most other tables.
   */
  const staysPlain = (table: string): boolean =>
    table.startsWith('ledger.') ||
    (getPlace(table).kind === 'coordinator' && catalogue.partitioned.includes(table));
  const onNodes = (table: string) => getPlace(table).kind !== 'coordinator';

  const triggers = catalogue.triggers.filter(({ table }) => onNodes(table));
  for (const { table, name } of triggers)
    if (DROPPED_TRIGGERS[`${table}.${name}`] === undefined)
      faults.push(`Citus refuses the trigger ${name} of ${table}: say in adapt.ts what does its work.`);
  const withoutTriggers = triggers.map(
    ({ table, name }) => `DROP TRIGGER ${quote(name)} ON ${quoteTable(table)}`,
  );

  const weakKeys = catalogue.keys.filter((key) => {
    const place = getPlace(key.table);
    return place.kind === 'distributed' && !key.columns.includes(place.column);
  });
  const foreignKeys = catalogue.foreignKeys.filter(
    (foreignKey) =>
      !staysOnNode(foreignKey, getPlace(foreignKey.table), getPlace(foreignKey.target)) ||
      (staysPlain(foreignKey.table) && getPlace(foreignKey.target).kind === 'reference'),
  );
  const moving = catalogue.foreignKeys.filter(
    (foreignKey) => getPlace(foreignKey.target).kind === 'distributed' && !foreignKeys.includes(foreignKey),
  );

  const added: string[] = [];
  const dropped = foreignKeys.map((foreignKey) => {
    const wide = widenForeignKey(catalogue, foreignKey, getPlace);
    const id = `${foreignKey.table}.${foreignKey.columns.join(', ')}`;
    if (wide !== null) added.push(wide);
    else if (DROPPED_REFERENCES[id] === undefined)
      faults.push(`The foreign key ${id} leads to another node: say in adapt.ts what holds it instead.`);
    return dropConstraint(foreignKey);
  });
  if (foreignKeys.length > 0) {
    dropped.push(...moving.map(dropConstraint));
    added.push(
      ...moving.map(
        ({ table, name, definition }) =>
          `ALTER TABLE ${quoteTable(table)} ADD CONSTRAINT ${quote(name)} ${definition}`,
      ),
    );
  }
  const replaced = weakKeys.flatMap((key) => {
    const id = `${key.table}.${key.columns.join(', ')}`;
    if (WEAKER_KEYS[id] === undefined || key.columns.includes(null))
      faults.push(
        `The key ${id} lacks the column that decides about its rows’ place: say in adapt.ts what holds it.`,
      );
    return replaceKey(key, getPlace(key.table));
  });
  const sequences = catalogue.identities
    .filter(({ table }) => !staysPlain(table))
    .flatMap(({ table, column, sequence }) => replaceIdentity(table, column, sequence));
  return { before: [...withoutTriggers, ...sequences, ...dropped, ...replaced], after: added, faults };
}

/**
 * Citus cannot move a table with an identity column, or begins its numbers again. A sequence as the default of the column
 * goes on with them.
 */
function replaceIdentity(table: string, column: string, sequence: string): string[] {
  const alter = `ALTER TABLE ${quoteTable(table)} ALTER COLUMN ${quote(column)}`;
  const temporary = quote(`${sequence}_new`);
  const name = quote(sequence);
  return [
    `CREATE SEQUENCE ${temporary}`,
    `SELECT setval('${temporary}', last_value, is_called) FROM ${name}`,
    `${alter} DROP IDENTITY`,
    `ALTER SEQUENCE ${temporary} RENAME TO ${name}`,
    `${alter} SET DEFAULT nextval('${name}')`,
    `ALTER SEQUENCE ${name} OWNED BY ${quoteTable(table)}.${quote(column)}`,
  ];
}

const dropConstraint = ({ table, name }: { table: string; name: string }) =>
  `ALTER TABLE ${quoteTable(table)} DROP CONSTRAINT ${quote(name)}`;

function staysOnNode(foreignKey: ForeignKey, from: Place, to: Place): boolean {
  if (to.kind === 'reference') return true;
  if (to.kind === 'coordinator') return from.kind !== 'distributed';
  if (from.kind !== 'distributed' || from.group !== to.group) return false;
  const position = foreignKey.targetColumns.indexOf(to.column);
  return position !== -1 && foreignKey.columns[position] === from.column;
}

/** The same foreign key with the columns that decide about the place, or null if it leads to another node. */
function widenForeignKey(
  catalogue: Catalogue,
  { name, table, columns, target, targetColumns, definition }: ForeignKey,
  getPlace: (table: string) => Place,
): string | null {
  const from = getPlace(table);
  const to = getPlace(target);
  if (from.kind !== 'distributed' || to.kind !== 'distributed' || from.group !== to.group) return null;
  const hasKey = catalogue.keys.some(
    (key) =>
      key.table === target &&
      key.columns.join() === targetColumns.join() &&
      !key.definition.includes(' WHERE '),
  );
  if (!hasKey) return null;
  const actions = /( ON (DELETE|UPDATE) (CASCADE|RESTRICT|SET NULL))+$/.exec(definition)?.[0] ?? '';
  return `ALTER TABLE ${quoteTable(table)} ADD CONSTRAINT ${quote(name)}
    FOREIGN KEY (${listColumns([...columns, from.column])})
    REFERENCES ${quoteTable(target)} (${listColumns([...targetColumns, to.column])})${actions}`;
}

/** The column that decides about the place comes last, so that the key's index answers the same questions as before. */
function replaceKey({ table, name, kind, columns }: UniqueKey, place: Place): string[] {
  if (place.kind !== 'distributed') return [];
  const wide = listColumns([...columns.filter((column) => column !== null), place.column]);
  if (kind === 'index')
    return [
      `DROP INDEX ${quote(name)}`,
      `CREATE UNIQUE INDEX ${quote(name)} ON ${quoteTable(table)} (${wide})`,
    ];
  return [
    `ALTER TABLE ${quoteTable(table)} DROP CONSTRAINT ${quote(name)}`,
    `ALTER TABLE ${quoteTable(table)} ADD CONSTRAINT ${quote(name)} ${kind === 'primary' ? 'PRIMARY KEY' : 'UNIQUE'} (${wide})`,
  ];
}
