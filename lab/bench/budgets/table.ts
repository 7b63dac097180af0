export interface Row {
  name: string;
  /** KB rows hold bytes, s rows milliseconds. */
  unit: 'KB' | 's' | 'ms' | '';
  measured: number;
  /** The maximum; undefined for values that are only shown. */
  budget: number | undefined;
}

function formatAmount(amount: number, unit: Row['unit']): string {
  switch (unit) {
    case 'KB':
    case 's':
      return `${(amount / 1000).toFixed(unit === 's' ? 2 : 1)} ${unit}`;
    case 'ms':
      return `${amount.toFixed(0)} ms`;
    case '':
      return amount.toFixed(3);
  }
}

/** measured | budget | ok */
export function formatRow({ name, unit, measured, budget }: Row): string {
  const cells = [name.padEnd(38), formatAmount(measured, unit).padStart(9)];
  if (budget === undefined) return [...cells, '        –'].join(' | ');
  return [...cells, formatAmount(budget, unit).padStart(9), measured <= budget ? 'ok' : 'OVER'].join(' | ');
}
