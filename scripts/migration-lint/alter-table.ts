/** Matches a name in PostgreSQL's normalized form, in a text of `splitStatements`. */
export const NAME = String.raw`(?:"(?:[^"]|"")+"|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*)`;
export const QUALIFIED = `(?:${NAME}\\.)?${NAME}`;

/** `public.job` and `"job"` become `job`. */
export const toPlainName = (name: string): string =>
  name.replace(/^(?:public|"public")\./, '').replaceAll(/"([a-z_][a-z0-9_$]*)"/g, '$1');

export interface AlterTable {
  table: string;
  /** Each action as written between the commas. */
  actions: string[];
}

const ALTER_TABLE = new RegExp(`^alter table (?:if exists )?(?:only )?(${QUALIFIED}) (?:\\* )?(.*)$`, 's');

export function readAlterTable(text: string): AlterTable | undefined {
  const [, table, actions] = ALTER_TABLE.exec(text) ?? [];
  if (table === undefined || actions === undefined) return undefined;
  return { table: toPlainName(table), actions: splitList(actions) };
}

/** Splits at the commas outside of parentheses. */
function splitList(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const word of text.split(' ')) {
    if (word === '(' || word === '[') depth += 1;
    if (word === ')' || word === ']') depth -= 1;
    if (word === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()} ${word}`.trim());
  }
  return parts;
}

const CONSTRAINT_WORDS = 'constraint|check|foreign|unique|primary|exclude|not null';
const ADD_COLUMN = new RegExp(
  `^add (?:column )?(?:if not exists )?(?!(?:${CONSTRAINT_WORDS}) )(${NAME}) (.*)$`,
  's',
);

/** The definition after the name of an added column. */
export function readAddedColumn(action: string): string | undefined {
  return ADD_COLUMN.exec(action)?.[2];
}

export interface AddedConstraint {
  name: string;
  /** `check ( … )`, `foreign key …`, `unique …` */
  definition: string;
}

const ADD_CONSTRAINT = new RegExp(
  `^add (?:constraint (${NAME}) )?((?:check|foreign key|unique|primary key|exclude|not null) .*)$`,
  's',
);

export function readAddedConstraint(action: string): AddedConstraint | undefined {
  const [, name = '', definition] = ADD_CONSTRAINT.exec(action) ?? [];
  return definition === undefined ? undefined : { name: toPlainName(name), definition };
}
