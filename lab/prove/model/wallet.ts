import { DAY_MS } from './state.ts';

/** A wallet as the model sees it: what was released, how long each rests, what withdrawals took out of it. */

export interface ModelRelease {
  milestone: number;
  paise: number;
  left: number;
  at: number;
  until: number;
  /** The chargebacks that hold it. */
  heldBy: Set<string>;
}

/** What a release rests, in this proof: by UPI, between people who are identified and not linked. */
export function calculateRestDays(facts: {
  /** Days since both joined. */
  joinedDays: number;
  /** When the earliest release of ₹500 or more was made between the two; null if none was. */
  firstAt: number | null;
  isChargedBack: boolean;
  now: number;
}): number {
  const { joinedDays, firstAt, isChargedBack, now } = facts;
  if (isChargedBack) return 7;
  if (firstAt === null || now - firstAt < 7 * DAY_MS) return 3;
  return joinedDays < 30 ? 2 : 1;
}

export class ModelWallet {
  readonly releases: ModelRelease[] = [];
  /** By withdrawal: from which release how much. */
  readonly #parts = new Map<number, { release: ModelRelease; paise: number }[]>();

  get balance(): number {
    return this.releases.reduce((total, { left }) => total + left, 0);
  }

  getFree(now: number): number {
    return this.#listFree(now).reduce((total, { left }) => total + left, 0);
  }

  #listFree(now: number): ModelRelease[] {
    return this.releases.filter(({ until, heldBy }) => until <= now && heldBy.size === 0);
  }

  /** `isLate`: the money has gone already, so nothing is asked. Zero stands for the withdrawal that is not known yet. */
  take(
    paise: number,
    now: number,
    { isLate, withdrawal = 0 }: { isLate: boolean; withdrawal?: number },
  ): void {
    const taken: { release: ModelRelease; paise: number }[] = [];
    let missing = paise;
    for (const release of isLate ? this.releases : this.#listFree(now)) {
      const part = Math.min(release.left, missing);
      if (part === 0) continue;
      release.left -= part;
      missing -= part;
      taken.push({ release, paise: part });
    }
    if (missing > 0) throw new Error(`the model's wallet lacks ${missing} paise`);
    this.#parts.set(withdrawal, taken);
  }

  nameWithdrawal(id: number): void {
    const parts = this.#parts.get(0);
    if (!parts) return;
    this.#parts.delete(0);
    this.#parts.set(id, parts);
  }

  giveBack(withdrawal: number): void {
    for (const { release, paise } of this.#parts.get(withdrawal) ?? []) release.left += paise;
    this.#parts.delete(withdrawal);
  }
}
