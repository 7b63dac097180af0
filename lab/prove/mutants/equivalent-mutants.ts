/** An equivalent mutant: no test can detect it, because it behaves the same. */
export interface EquivalentMutant {
  file: string;
  /** The original line, and the change as the command prints it. */
  code: string;
  change: string;
  why: string;
}

const WITHDRAWAL = 'web/src/domains/payouts/withdrawal.ts';
const QUOTES = 'contract/src/quotes/model.ts';

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  ...['amounts[index] ?? 0 → amounts[index]', '0 → 1', '0 → (-1)'].map((change) => ({
    file: QUOTES,
    code: 'return TERM_PARTS.map((part, index) => ({ name: part.name, amountPaise: amounts[index] ?? 0 }));',
    change,
    why: 'there are as many amounts as parts, so the zero is never used; it is there for the types',
  })),
  {
    file: 'server/src/domains/escrow/chargebacks/rules.ts',
    code: 'if (before !== undefined && now !== undefined && before !== now) return now > before;',
    change: 'now > before → now >= before',
    why: 'the same line has already excluded equal values',
  },
  {
    file: WITHDRAWAL,
    code: "if (!checked.ok) return checked.errors['amountText'] ?? null;",
    change: "checked.errors['amountText'] ?? null → checked.errors['amountText']",
    why: 'the other two fields are valid, so an error is always about the amount; the null is there for the types',
  },
  {
    file: WITHDRAWAL,
    code: 'return usableFrom !== null && Date.parse(usableFrom) > now ? usableFrom : null;',
    change: 'usableFrom !== null && Date.parse(usableFrom) > … → Date.parse(usableFrom) > now',
    why: 'a missing time parses to NaN, which is never later than now',
  },
  {
    file: 'server/src/domains/admin/books/rules.ts',
    code: 'const signed = line.balancePaise * line.normalSide;',
    change: 'line.balancePaise * line.normalSide → line.balancePaise / line.normalSide',
    why: 'the normal side is 1 or -1, so multiplying and dividing give the same',
  },
];
