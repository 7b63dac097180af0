/** A mutant that no test can notice, because it does the same: which, and why. */
export interface Argued {
  file: string;
  /** The line as it stands, and its change as the command tells it. */
  code: string;
  change: string;
  why: string;
}

const WITHDRAWAL = 'web/src/domains/payouts/withdrawal.ts';
const QUOTES = 'contract/src/quotes/model.ts';

export const ARGUED: readonly Argued[] = [
  {
    file: QUOTES,
    code: "amountPaise: parseRupees(form.milestoneAmounts[index] ?? '') ?? 0,",
    change: "form.milestoneAmounts[index] ?? '' → form.milestoneAmounts[index]",
    why: 'no text at all is no amount either; the empty text is there for the types',
  },
  {
    file: QUOTES,
    code: "amountPaise: parseRupees(form.milestoneAmounts[index] ?? '') ?? 0,",
    change: "'' → 'a mutant'",
    why: 'whatever stands there for a missing text must only be no amount',
  },
  ...['amounts[index] ?? 0 → amounts[index]', '0 → 1', '0 → (-1)'].map((change) => ({
    file: QUOTES,
    code: 'return TERM_PARTS.map((part, index) => ({ name: part.name, amountPaise: amounts[index] ?? 0 }));',
    change,
    why: 'there are as many amounts as parts, so the zero is never used; it is there for the types',
  })),
  ...['0 → 1', '0 → (-1)'].map((change) => ({
    file: 'server/src/domains/contracts/policy.ts',
    code: 'const unhindered = { ...milestone, onHold: false, amountPaise: 0 };',
    change,
    why: 'any amount below the limit of one order hinders as little as none',
  })),
  {
    file: 'server/src/domains/contracts/chargeback-rules.ts',
    code: 'if (before !== undefined && now !== undefined && before !== now) return now > before;',
    change: 'now > before → now >= before',
    why: 'the same line asked before whether they are the same',
  },
  {
    file: WITHDRAWAL,
    code: "if (!checked.ok) return checked.errors['amountPaise'] ?? null;",
    change: "checked.errors['amountPaise'] ?? null → checked.errors['amountPaise']",
    why: 'the other two fields are given right, so an error is always about the amount; the null is there for the types',
  },
  {
    file: WITHDRAWAL,
    code: 'return usableFrom !== null && Date.parse(usableFrom) > now ? usableFrom : null;',
    change: 'usableFrom !== null && Date.parse(usableFrom) > … → Date.parse(usableFrom) > now',
    why: 'no time is no number, and no number is later than now',
  },
  {
    file: 'server/src/domains/admin/books/rules.ts',
    code: 'const signed = line.balancePaise * line.normalSide;',
    change: 'line.balancePaise * line.normalSide → line.balancePaise / line.normalSide',
    why: 'the normal side is 1 or -1, by which dividing and multiplying are the same',
  },
];
