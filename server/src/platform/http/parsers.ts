import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

/** Calls of the contract contain at most lists of texts; a deeper body is invalid. */
const JSON_DEPTH_MAX = 20;
/** A quote with every milestone filled in has about a hundred values. */
const VALUES_MAX = 1_000;

/** A body that no call of ours could accept. Fastify answers with the status. */
class BodyShapeError extends Error {
  readonly statusCode = 400;
}

/**
 * Parses bodies of calls: JSON and URL-encoded forms. Their size is counted before parsing, because parsing is the
 * expensive part of a body with a million brackets.
 */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (!isPlainJson(String(text)))
      return done(new BodyShapeError('the JSON is nested too deep or too long'));
    return parseJson(request, String(text), done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) =>
      countFields(String(text)) > VALUES_MAX
        ? done(new BodyShapeError('the form has too many fields'))
        : done(null, parse(String(text), '&', '=', { maxKeys: 0 })),
  );
}

/** Parses the JSON that a field of a form with files holds. */
export function parseJsonField(text: string): Record<string, unknown> {
  if (!isPlainJson(text)) throw new BodyShapeError('the JSON is nested too deep or too long');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch (cause) {
    throw new BodyShapeError('a field does not hold JSON', { cause });
  }
  throw new BodyShapeError('a field does not hold an object');
}

/** Counts brackets and separators outside of strings in one pass, which stops at the first one too many. */
export function isPlainJson(text: string): boolean {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',') values += 1;
    if (depth > JSON_DEPTH_MAX || values >= VALUES_MAX) return false;
  }
  return true;
}

function countFields(text: string): number {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1 && fields <= VALUES_MAX; at = text.indexOf('&', at + 1))
    fields += 1;
  return fields;
}
