import { STATEMENT_COLUMNS } from '@fws/contract/admin/restore/statement';

/** Appends a file's lines to the typed lines, under one header line. */
export function joinStatement(typed: string, file: string): string {
  if (typed.trim() === '') return file;
  const [head = '', ...lines] = file.replace(/^\uFEFF/, '').split(/\r?\n/);
  const isHead = head.toLowerCase().replaceAll(/[\s"]/g, '') === STATEMENT_COLUMNS;
  return [typed.trimEnd(), ...(isHead ? [] : [head]), ...lines].join('\n');
}
