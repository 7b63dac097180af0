/** A transaction of the ledger as replies show it, with the signed amount of each account, in order. */
export const buildLedgerEntry = (
  txnId: number | undefined,
  at: string,
  kind: string,
  amounts: Record<string, number>,
) => ({
  txnId,
  at,
  kind,
  lines: Object.entries(amounts).map(([account, amountPaise]) => ({ account, amountPaise })),
});
