import type { StepEvidence, VisitEvidence, VisitTerms } from '../evidence.ts';

// docs/visits.md once more, written from its words and without the product's code. It walks through time minute by
// minute, so all times that it is given must be whole minutes.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Side = 'poster' | 'worker';

export interface Verdict {
  state: string;
  arrival: string | null;
  money: string;
  because: { side: Side; isAbsence: boolean; excuse: string | null } | null;
}

/** "Not before … nor before …; not after …; in the order of the numbers." */
function findPossibleTime(
  step: StepEvidence,
  earlier: readonly StepEvidence[],
  agreedMs: number,
): [number, number] {
  const sameDevice = earlier.filter((other) => other.step.device === step.step.device);
  const bound = (other: StepEvidence) =>
    findPossibleTime(other, earlier.slice(0, earlier.indexOf(other)), agreedMs);
  let [first, last] = [agreedMs, step.atMs];
  if (step.step.seenMs !== null && step.step.seenMs > first) first = step.step.seenMs;
  for (const other of sameDevice) {
    const [otherFirst, otherLast] = bound(other);
    if (other.step.counter < step.step.counter && otherFirst > first) first = otherFirst;
    if (other.step.counter > step.step.counter && otherLast < last) last = otherLast;
  }
  return first > last ? [agreedMs, step.atMs] : [first, last];
}

function describeArrival(step: StepEvidence, earlier: readonly StepEvidence[], terms: VisitTerms): string {
  const [first, last] = findPossibleTime(step, earlier, terms.agreedMs);
  if (last - first > 12 * HOUR) return 'unclear';
  const isContradiction =
    first === terms.agreedMs && last === step.atMs && !isConsistent(step, earlier, terms.agreedMs);
  const isInside = !isContradiction && step.step.deviceMs >= first && step.step.deviceMs <= last;
  const moments = isInside ? [step.step.deviceMs] : [first, last];
  if (moments.every((moment) => moment < terms.startsMs)) return 'early';
  if (moments.every((moment) => moment > terms.endsMs)) return 'late';
  return moments.every((moment) => moment >= terms.startsMs && moment <= terms.endsMs)
    ? 'in_time'
    : 'unclear';
}

function isConsistent(step: StepEvidence, earlier: readonly StepEvidence[], agreedMs: number): boolean {
  const { seenMs, device, counter } = step.step;
  const others = earlier
    .map((other, index) => ({ other, time: findPossibleTime(other, earlier.slice(0, index), agreedMs) }))
    .filter(({ other }) => other.step.device === device);
  const notBefore = [agreedMs, ...(seenMs === null ? [] : [seenMs])];
  const notAfter = [step.atMs];
  for (const { other, time } of others) {
    if (other.step.counter < counter) notBefore.push(time[0]);
    if (other.step.counter > counter) notAfter.push(time[1]);
  }
  return notBefore.every((begin) => notAfter.every((end) => begin <= end));
}

/** "Only time between 08:00 and 21:00 in India counts." */
function isHourOfTheDay(ms: number): boolean {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', hourCycle: 'h23' }).format(
      ms,
    ),
  );
  return hour >= 8 && hour < 21;
}
/** Formatting dates is slow, and India has no other offset. */
const hoursOfTheDay = Array.from({ length: 48 }, (_, half) => isHourOfTheDay(half * 30 * MINUTE));
const counts = (ms: number): boolean => hoursOfTheDay[Math.floor(ms / (30 * MINUTE)) % 48] ?? false;

interface Claim {
  by: Side;
  /** Minutes since it was made. */
  age: number;
  isDelivered: boolean;
  /** Minutes of the day that the other side has had. */
  waited: number;
  /** Minutes since the time to answer was over. */
  rested: number | null;
}

const ORDER = ['in_time', 'unclear', 'early', 'late'];

export function judgeVisit(terms: VisitTerms, evidence: readonly VisitEvidence[], nowMs: number): Verdict {
  let reached: 'agreed' | 'on_the_way' | 'arrived' = 'agreed';
  let isPaid = false;
  let isPaidBefore = false;
  let work: 'started' | 'ended' | null = null;
  let claim: Claim | null = null;
  let ending: Pick<Verdict, 'state' | 'money' | 'because'> | null = null;
  let bestArrival: string | null = null;
  const steps: StepEvidence[] = [];

  const mayHaveArrived = () => bestArrival !== null && bestArrival !== 'late';
  const isOpen = () => work === null && ending === null;
  const endByAbsence = (side: Side, excuse: string | null, state = 'missed') => {
    ending = {
      state,
      money: side === 'poster' ? 'fee_to_worker' : 'all_back',
      because: { side, isAbsence: true, excuse },
    };
  };
  const dispute = () => {
    ending = { state: 'contested', money: 'held', because: null };
  };
  const endBecause = (side: Side, excuse: string | null, money: string) => {
    ending = { state: 'cancelled', money, because: { side, isAbsence: false, excuse } };
  };

  const cancel = ({ by, excuse, atMs }: Extract<VisitEvidence, { kind: 'cancelled' }>) => {
    if (!isOpen() || claim) return;
    const isLater = isPaidBefore && terms.startsMs - atMs < 3 * HOUR;
    if (by === 'worker' && isLater) endByAbsence('worker', excuse, 'cancelled');
    else if (by === 'worker') endBecause('worker', excuse, 'all_back');
    else if (!isLater) endBecause('poster', excuse, 'as_cancelled');
    else if (atMs > terms.endsMs && !mayHaveArrived())
      ending = { state: 'cancelled', money: 'as_cancelled', because: null };
    else if (excuse === 'hindered') dispute();
    else endByAbsence('poster', excuse, 'cancelled');
  };

  const receive = (piece: VisitEvidence) => {
    if (piece.kind === 'funded') {
      isPaid = true;
      if (piece.atMs <= terms.startsMs) isPaidBefore = true;
    }
    if (piece.kind === 'on_my_way') {
      steps.push(piece);
      if (isOpen() && !claim && reached === 'agreed') reached = 'on_the_way';
    }
    if (piece.kind === 'arrived') {
      const arrival = describeArrival(piece, steps, terms);
      steps.push(piece);
      const isBetter = bestArrival === null || ORDER.indexOf(arrival) < ORDER.indexOf(bestArrival);
      if (isBetter) bestArrival = arrival;
      if (isOpen() && claim?.by === 'poster' && arrival !== 'late') claim = null;
      if (isOpen() && !claim) reached = 'arrived';
    }
    if (
      piece.kind === 'started' &&
      isOpen() &&
      isPaid &&
      !(piece.by === 'poster' && claim?.by === 'worker')
    ) {
      work = 'started';
      claim = null;
    }
    if (piece.kind === 'ended' && work) work = 'ended';
    if (
      piece.kind === 'claimed' &&
      isOpen() &&
      !claim &&
      isPaidBefore &&
      piece.atMs - terms.endsMs <= 48 * HOUR
    ) {
      const isAllowed =
        piece.by === 'worker' ? bestArrival === 'in_time' : piece.atMs > terms.endsMs && !mayHaveArrived();
      if (isAllowed) claim = { by: piece.by, age: 0, isDelivered: false, waited: 0, rested: null };
    }
    if (piece.kind === 'delivered' && isOpen() && claim) claim.isDelivered = true;
    if (piece.kind === 'answered' && isOpen() && claim && piece.by !== claim.by) {
      const excuse = piece.answer === 'excuse' ? piece.excuse : null;
      if (piece.answer === 'contest' || excuse === 'hindered') dispute();
      else endByAbsence(piece.by, excuse);
    }
    if (piece.kind === 'cancelled') cancel(piece);
    if (piece.kind === 'closed' && isOpen() && !claim)
      ending = { state: 'cancelled', money: 'stays', because: null };
  };

  /** A minute passes for a claim. */
  const wait = (fromMs: number, open: Claim) => {
    open.age += 1;
    if (open.rested !== null) open.rested += 1;
    else if (open.isDelivered && counts(fromMs)) open.waited += 1;
    if (open.rested === null && open.waited === 120) open.rested = 0;
    if (open.rested === 24 * 60) endByAbsence(open.by === 'poster' ? 'worker' : 'poster', null);
    if (!open.isDelivered && open.age === 24 * 60) dispute();
  };

  let next = 0;
  for (let minute = terms.agreedMs; minute <= nowMs; minute += MINUTE) {
    for (; evidence[next]?.atMs === minute; next++) receive(evidence[next] as VisitEvidence);
    if (isOpen() && claim && minute < nowMs) wait(minute, claim);
  }
  if (next < evidence.length)
    throw new Error('evidence must be in order, in whole minutes since the agreement');

  const state = (): string => {
    if (ending) return (ending as { state: string }).state;
    if (work) return work;
    if (claim) return claim.rested === null ? 'claimed' : 'unanswered';
    return reached;
  };
  const { money = 'stays', because = null } = (ending ?? {}) as Partial<Verdict>;
  return { state: state(), arrival: bestArrival, money, because };
}
