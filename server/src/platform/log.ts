/** Structured lines on stderr. Log identifiers and codes only: never secrets, one-time codes, identity or bank data. */
export interface Log {
  info(message: string, fields?: Record<string, string | number | boolean | null>): void;
  warn(message: string, fields?: Record<string, string | number | boolean | null>): void;
  error(message: string, error: unknown, fields?: Record<string, string | number | boolean | null>): void;
}

export function createLog(
  write: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Log {
  const writeLine = (level: string, message: string, fields: object = {}) =>
    write(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
  return {
    info: (message, fields) => writeLine('info', message, fields),
    warn: (message, fields) => writeLine('warn', message, fields),
    error: (message, error, fields) =>
      writeLine('error', message, {
        ...fields,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
