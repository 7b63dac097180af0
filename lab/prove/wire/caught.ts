import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatField, type Field } from './changes.ts';

/** What the processes that run tests work on, as a file. */
export interface Plan {
  fields: readonly Field[];
  /** Each process appends the changes that a test has caught, one a line. */
  resultsFolder: string;
  /** A test that takes longer is not repeated. */
  slowestMs: number;
  /** No more changes are tried once this file exists. */
  endFile: string;
}

export const readPlan = (): Plan =>
  JSON.parse(readFileSync(process.env['FWS_WIRE_PLAN'] ?? '', 'utf8')) as Plan;

export const isEnding = ({ endFile }: Plan): boolean => existsSync(endFile);

export function noteCaught({ resultsFolder }: Plan, fields: readonly Field[]): void {
  const lines = fields.map((field) => `${formatField(field)}\n`);
  appendFileSync(join(resultsFolder, `${process.pid}.txt`), lines.join(''));
}

/** The names of the fields whose change some process has caught. */
export function readCaught(folder: string): Set<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')));
}
