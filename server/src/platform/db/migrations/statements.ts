/** A statement in the form that lint rules match. */
export interface SqlStatement {
  /**
   * In one line with single spaces and in lower case except for quoted names, with `''` for every string and `$$` for
   * every dollar-quoted one, without comments.
   */
  text: string;
  /** The comments before it, inside it, and after it on its last line; without their delimiters. */
  comments: string[];
  /** The contents of its dollar quotes. */
  bodies: string[];
  /** Its first line, counted from 1. */
  line: number;
}

const SPACE = /\s+/y;
const LINE_COMMENT = /--[^\n]*/y;
const ESCAPED_STRING = /[eE]'(?:[^'\\]|\\[\s\S]|'')*'?/y;
const STRING = /'(?:[^']|'')*'?/y;
const QUOTED_NAME = /"(?:[^"]|"")*"?/y;
const DOLLAR_QUOTE = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy;
const WORD = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*/iy;

interface Token {
  kind: 'space' | 'comment' | 'body' | 'end' | 'word';
  /** Normalized for comparison; for a comment or a body, its content. */
  text: string;
  length: number;
}

/** Splits SQL at its semicolons, except in comments, strings, quoted names and function bodies. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let words: string[] = [];
  let current: SqlStatement = { text: '', comments: [], bodies: [], line: 0 };
  const finish = () => {
    if (words.length > 0) statements.push({ ...current, text: join(words) });
    words = [];
    current = { text: '', comments: [], bodies: [], line: 0 };
  };
  let line = 1;
  let endedOnLine = 0;
  for (let position = 0; position < sql.length;) {
    const token = readToken(sql, position);
    const begins = words.length === 0 && (token.kind === 'word' || token.kind === 'body');
    if (begins) current.line = line;
    if (token.kind === 'comment')
      (line === endedOnLine ? (statements.at(-1) ?? current) : current).comments.push(token.text);
    if (token.kind === 'body') current.bodies.push(token.text);
    if (token.kind === 'word') words.push(token.text);
    if (token.kind === 'body') words.push('$$');
    const source = sql.slice(position, position + token.length);
    if (token.kind === 'end') {
      finish();
      endedOnLine = line;
    }
    line += source.split('\n').length - 1;
    position += token.length;
  }
  finish();
  return statements;
}

/** `public.job`, `1::text`: joins names and casts, and separates all other tokens by spaces. */
const join = (words: readonly string[]): string =>
  words.join(' ').replaceAll(' . ', '.').replaceAll(' : : ', '::');

function readToken(sql: string, position: number): Token {
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(sql)?.[0];
  };
  const space = match(SPACE);
  if (space !== undefined) return { kind: 'space', text: '', length: space.length };
  const lineComment = match(LINE_COMMENT);
  if (lineComment !== undefined)
    return { kind: 'comment', text: lineComment.slice(2).trim(), length: lineComment.length };
  if (sql.startsWith('/*', position)) return readBlockComment(sql, position);
  const string = match(ESCAPED_STRING) ?? match(STRING);
  if (string !== undefined) return { kind: 'word', text: "''", length: string.length };
  const dollar = match(DOLLAR_QUOTE);
  if (dollar !== undefined) return readDollarQuoted(sql, position, dollar);
  const name = match(QUOTED_NAME);
  if (name !== undefined) return { kind: 'word', text: name, length: name.length };
  if (sql[position] === ';') return { kind: 'end', text: '', length: 1 };
  const word = match(WORD) ?? sql.charAt(position);
  return { kind: 'word', text: word.toLowerCase(), length: word.length };
}

/** PostgreSQL's block comments may be nested. */
function readBlockComment(sql: string, start: number): Token {
  let depth = 0;
  let position = start;
  do {
    const isOpening = sql.startsWith('/*', position);
    const isClosing = sql.startsWith('*/', position);
    depth += isOpening ? 1 : isClosing ? -1 : 0;
    position += isOpening || isClosing ? 2 : 1;
  } while (depth > 0 && position < sql.length);
  const length = position - start;
  return { kind: 'comment', text: sql.slice(start + 2, position - 2).trim(), length };
}

function readDollarQuoted(sql: string, start: number, quote: string): Token {
  const from = start + quote.length;
  const end = sql.indexOf(quote, from);
  const until = end === -1 ? sql.length : end;
  return {
    kind: 'body',
    text: sql.slice(from, until),
    length: Math.min(until + quote.length, sql.length) - start,
  };
}
