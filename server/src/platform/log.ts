import pino from 'pino';
import { getWorkContext } from './work-context.ts';

type Fields = Record<string, string | number | boolean | null>;

/** Structured lines on stderr. Log identifiers and codes only: never secrets, one-time codes, identity or bank data. */
export interface Log {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, error: unknown, fields?: Fields): void;
}

/** Fields that must not be logged. Nothing logs them today; this covers the line that somebody adds later. */
const SECRET_FIELDS = [
  'password',
  'otp',
  'token',
  'secret',
  'authorization',
  'cookie',
  'aadhaar',
  'pan',
  'accountNumber',
  'upi',
];

/** Writes each line before it returns, so that the last one before an exit is not lost: no transport, no thread. */
export function createLog(
  write: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Log {
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: SECRET_FIELDS,
      mixin: describeWork,
    },
    { write: (line) => write(line.trimEnd()) },
  );
  return {
    info: (message, fields) => logger.info({ ...fields }, message),
    warn: (message, fields) => logger.warn({ ...fields }, message),
    error: (message, error, fields) => logger.error({ ...fields, error: formatError(error) }, message),
  };
}

/** The request or task in which a line is written, so that all its lines can be found. */
function describeWork(): Record<string, string> {
  const { requestId, task, span } = getWorkContext() ?? {};
  return {
    ...(requestId && { requestId }),
    ...(task && { task }),
    ...(span && { traceId: span.traceId }),
  };
}

/** The stack alone: the other properties of a database or provider error hold values. */
const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
