import { getCurrentSpan, getErrorType, startChildSpan, type Span } from './index.ts';

const TEXT_MAX = 1_000;

/**
 * Starts the span of a statement that is about to run with these parameters of `Client.query`. Null: it is not traced.
 * Otherwise the returned function receives the reply and ends the span with it.
 */
export function traceStatement(params: unknown[]): ((reply: unknown) => void) | null {
  if (getCurrentSpan() === null) return null;
  const text = getText(params[0]);
  if (text === null) return null;
  const masked = maskLiterals(text);
  const name = summarizeStatement(masked);
  const span = startChildSpan(name, 'client', {
    'db.system.name': 'postgresql',
    'db.query.summary': name,
    ...(masked === null ? {} : { 'db.query.text': masked.slice(0, TEXT_MAX) }),
  });
  if (span === null) return null;
  const last = params.length - 1;
  const callback = params[last];
  if (typeof callback === 'function') {
    params[last] = (error: unknown, ...results: unknown[]): unknown => {
      end(span, error);
      return Reflect.apply(callback, undefined, [error, ...results]);
    };
    return () => {};
  }
  return (reply) => {
    if (!(reply instanceof Promise)) return end(span, null);
    reply.then(
      () => end(span, null),
      (error: unknown) => end(span, error),
    );
  };
}

function end(span: Span, error: unknown): void {
  if (error) span.fail(getErrorType(error));
  span.end();
}

function getText(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  const isConfig = typeof statement === 'object' && statement !== null && 'text' in statement;
  return isConfig && typeof statement.text === 'string' ? statement.text : null;
}

/**
 * The statement in one line, with a question mark for each value in it. Null when a value may have stayed: with quotes
 * that this does not understand.
 */
export function maskLiterals(text: string): string | null {
  if (/\$\w*\$|\b[eEuU]&?'/.test(text)) return null;
  const masked = text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![$\w])\d+(?:\.\d+)?/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return masked.includes("'") ? null : masked;
}

/** For example `SELECT job`: what it does, and the first table that it names. */
export function summarizeStatement(masked: string | null): string {
  if (masked === null) return 'statement';
  const [, verb = 'statement'] = /^\(?\s*(\w{1,20})/.exec(masked) ?? [];
  const [, table] = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][\w.]{0,60})/i.exec(masked) ?? [];
  return table === undefined ? verb.toUpperCase() : `${verb.toUpperCase()} ${table}`;
}
