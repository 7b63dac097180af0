import type { PayMethod, RestReason } from '@fws/contract/rests/model';
import type { RestRule, RestTerms } from './terms/store.ts';

export const DAY_MS = 24 * 3600_000;

/** What is known about a release when it is made. */
export interface RestFacts {
  /** Null if it is not known; then the payment may be a card's. */
  method: PayMethod | null;
  amountPaise: number;
  /** Whole days since each joined. */
  payerDays: number;
  workerDays: number;
  payerIdentified: boolean;
  workerIdentified: boolean;
  /** Earlier releases between the two of at least the amount that counts: how many, and the age of the oldest in days. */
  pair: { releases: number; oldestDays: number | null };
  link: 'strong' | 'weak' | 'none';
  /** A bank took a payment of the payer back, or asks for it. */
  chargedBack: boolean;
  /** An issue between the two is open. */
  disputed: boolean;
  /** What was released today between the two without a rest. */
  unrestedTodayPaise: number;
  /** The payer is fresh and released more than the limits. */
  overLimit: boolean;
}

export interface Rest {
  days: number;
  reason: RestReason;
  /** The rule that decided; null for a known pair. */
  position: number | null;
}

const METHODS: readonly [pattern: RegExp, method: PayMethod][] = [
  [/upi/, 'upi'],
  [/card|emi|pay_?later/, 'card'],
  [/net_?banking|bank_transfer/, 'netbanking'],
];

/** A provider's name of a way to pay. Null where it may be a card behind a wallet. */
export function normaliseMethod(text: string): PayMethod | null {
  const name = text.toLowerCase();
  return METHODS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

export const isFirstDealings = (terms: RestTerms, { pair }: Pick<RestFacts, 'pair'>): boolean =>
  pair.oldestDays === null || pair.oldestDays < terms.firstDays;

/** An address does not count against a known pair: carriers give one to thousands. */
export const isKnownPair = (terms: RestTerms, facts: RestFacts): boolean =>
  facts.pair.releases >= terms.knownReleases &&
  (facts.pair.oldestDays ?? 0) >= terms.knownDays &&
  facts.payerIdentified &&
  facts.workerIdentified &&
  facts.link !== 'strong' &&
  !facts.chargedBack &&
  !facts.disputed;

const matches = <T>(condition: T | null, fact: T): boolean => condition === null || condition === fact;
const isYounger = (limitDays: number | null, days: number): boolean => limitDays === null || days < limitDays;

function applies(rule: RestRule, terms: RestTerms, facts: RestFacts): boolean {
  const isLinked = rule.link === 'strong' ? facts.link === 'strong' : facts.link !== 'none';
  return (
    matches(rule.method, facts.method ?? 'card') &&
    matches(rule.firstDealings, isFirstDealings(terms, facts)) &&
    (rule.link === null || isLinked) &&
    matches(rule.chargedBack, facts.chargedBack) &&
    isYounger(rule.payerYoungerDays, facts.payerDays) &&
    isYounger(rule.workerYoungerDays, facts.workerDays) &&
    matches(rule.payerIdentified, facts.payerIdentified) &&
    matches(rule.workerIdentified, facts.workerIdentified) &&
    (rule.amountFromPaise === null || facts.amountPaise >= rule.amountFromPaise) &&
    matches(rule.overLimit, facts.overLimit)
  );
}

/** Nothing for a known pair up to its daily sum; otherwise the longest of the rules that apply. */
export function decideRest(terms: RestTerms, facts: RestFacts): Rest {
  const isWithinDay = facts.unrestedTodayPaise + facts.amountPaise <= terms.knownDayPaise;
  if (isKnownPair(terms, facts) && isWithinDay) return { days: 0, reason: 'known', position: null };
  const [longest] = terms.rules
    .filter((rule) => applies(rule, terms, facts))
    .toSorted((a, b) => b.restDays - a.restDays || a.position - b.position);
  if (!longest) throw new Error(`no rule of terms ${terms.id} applies to a release`);
  return { days: longest.restDays, reason: longest.reason, position: longest.position };
}

export const calculateRestEnd = (releasedAt: Date, { days }: Pick<Rest, 'days'>): Date =>
  new Date(releasedAt.getTime() + days * DAY_MS);

/** What is left of a release. `isHeld`: until a person decides. */
export interface LeftRelease {
  leftPaise: number;
  restUntil: Date;
  isHeld: boolean;
}

export const isFree = ({ restUntil, isHeld }: Omit<LeftRelease, 'leftPaise'>, now: Date): boolean =>
  !isHeld && restUntil <= now;

export const sumFree = (releases: readonly LeftRelease[], now: Date): number =>
  releases.reduce((sum, release) => sum + (isFree(release, now) ? release.leftPaise : 0), 0);

/** The first time at which so much can be withdrawn, if nothing else happens; null if holds keep too much. */
export function findFreeTime(releases: readonly LeftRelease[], amountPaise: number, now: Date): Date | null {
  let sum = 0;
  const open = releases
    .filter((release) => !release.isHeld)
    .toSorted((a, b) => a.restUntil.getTime() - b.restUntil.getTime());
  for (const { leftPaise, restUntil } of open) {
    sum += leftPaise;
    if (sum >= amountPaise) return restUntil > now ? restUntil : now;
  }
  return null;
}
