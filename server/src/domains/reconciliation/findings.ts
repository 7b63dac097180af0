import { setTimeout as sleep } from 'node:timers/promises';
import { formatRupees } from '@fws/contract/platform/display';
import type { Deps } from '../../platform/deps.ts';
import type { ListQuery } from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { ComparisonQuery, Difference, NotCompared, Period } from './model.ts';

const DAY_MS = 24 * 3600_000;
const LIMITED_WAITS_MAX = 5;
/**
 * Lists are read with this margin around the period: a movement near its edge may have another time at the provider,
 * and a payment may be captured a day after it began.
 */
const MARGIN_MS = 2 * DAY_MS;
/** Providers refuse or truncate periods that are too long. */
const SLICE_MS = 7 * DAY_MS;
const PAGES_MAX = 1000;

export interface ComparisonContext extends Pick<Deps, 'db' | 'ports'> {
  query: ComparisonQuery;
  findings: Findings;
}

export class Findings {
  readonly differences: Difference[] = [];
  readonly notFinal: Difference[] = [];
  readonly notCompared: NotCompared[] = [];
  unanswered = 0;

  /** Records a difference if the two sides disagree. */
  compare(subject: string, label: string, ours: string, theirs: string): void {
    if (ours !== theirs) this.differences.push({ subject, what: label, ours, theirs });
  }

  /** The same for a difference that the record's own tasks may still resolve. */
  compareLater(subject: string, label: string, ours: string, theirs: string): void {
    if (ours !== theirs) this.notFinal.push({ subject, what: label, ours, theirs });
  }
}

export const formatAmount = (paise: number): string => formatRupees(paise, { paise: true });

export const isWithin = ({ since, until }: Period, at: Date): boolean => at >= since && at <= until;

/** Whether the time is less than `ageMs` before the comparison. */
export const isYounger = ({ ports }: Pick<Deps, 'ports'>, at: Date, ageMs: number): boolean =>
  at.getTime() > ports.clock.now().getTime() - ageMs;

/** Waits as long as the provider says. A request that is not answered becomes a difference of its own. */
export async function askProvider<T>(
  findings: Findings,
  label: string,
  request: () => Promise<T>,
): Promise<T | undefined> {
  for (let wait = 0; ; wait++) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.outcome !== 'limited' || wait === LIMITED_WAITS_MAX) {
        findings.unanswered += 1;
        findings.compare(label, label, 'checked', `no answer: ${error.code}`);
        return undefined;
      }
      await sleep(error.retryAfterMs ?? 1000);
    }
  }
}

/**
 * Passes every page of a list to `take`, for the period and its margin. False: the list is incomplete, so a missing
 * item proves nothing. Null: there is no such list.
 */
export async function readList<Page extends { next: string | null }>(
  { query: { since, until }, findings, ports }: ComparisonContext,
  label: string,
  list: (query: ListQuery) => Promise<Page | null>,
  take: (page: Page) => Promise<void> | void,
): Promise<boolean | null> {
  const endMs = Math.min(until.getTime() + MARGIN_MS, ports.clock.now().getTime());
  for (let fromMs = since.getTime() - MARGIN_MS; fromMs <= endMs; fromMs += SLICE_MS) {
    const slice = { from: new Date(fromMs), until: new Date(Math.min(fromMs + SLICE_MS - 1, endMs)) };
    let cursor: string | null = null;
    for (let pages = 0; ; pages++) {
      const listQuery: ListQuery = { ...slice, cursor };
      const page: Page | null | undefined =
        pages === PAGES_MAX ? undefined : await askProvider(findings, label, () => list(listQuery));
      if (page === null) return null;
      if (page === undefined) {
        if (pages === PAGES_MAX)
          findings.compare(label, label, 'compared', `more than ${PAGES_MAX} pages a week`);
        return false;
      }
      await take(page);
      if (page.next === null) break;
      cursor = page.next;
    }
  }
  return true;
}
