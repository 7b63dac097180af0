/** What is measured of each product. */
export const OPERATIONS = ['list', 'detail', 'write'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** How many times as often as a peer we should answer. */
const GOALS: Record<Operation, number> = { list: 10, detail: 50, write: 30 };

/** Answers per second. */
export type Rates = Record<Operation, number>;

/** A line per operation: ours, the peer's, the ratio and whether it reaches the goal. */
export function summarize(ours: Rates, peerName: string, peer: Rates): string[] {
  return OPERATIONS.map((operation) => {
    const ratio = ours[operation] / peer[operation];
    const rates = `ours ${formatRate(ours[operation])}   ${peerName} ${formatRate(peer[operation])}`;
    const verdict = ratio >= GOALS[operation] ? 'met' : 'not met';
    return `${`${operation}, ours / ${peerName}`.padEnd(28)} ${ratio.toFixed(1).padStart(6)}   (at least ${GOALS[operation]}: ${verdict})   ${rates} a second`;
  });
}

const formatRate = (rate: number): string => rate.toFixed(rate < 100 ? 1 : 0).padStart(5);
