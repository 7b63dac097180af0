import type { Ability } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { replayVisit, type VisitDecision, type VisitObstacle } from '@fws/contract/visits/decision';
import type { VisitEvidence } from '@fws/contract/visits/evidence';
import { CODE_TRIES_MAX } from '@fws/contract/visits/model';
import { comparePossibleTime, listPossibleTimes } from '@fws/contract/visits/possible-times';
import type { Visit, VisitList } from '@fws/contract/visits/schemas';
import type { Deps } from '../../platform/deps.ts';
import { findContractParties, findSide } from '../escrow/index.ts';
import { openSecret } from './door/service.ts';
import { listKeys } from './door/store.ts';
import { mayReadSecret } from './policy.ts';
import { findObstacle, isClaimed, isStartable, OBSTACLES } from './rules.ts';
import { findVisit, listEvidence, toEvidence, toTerms, type VisitRow } from './store.ts';

/** The visits of a job, for its two sides. */
export async function listVisits(
  deps: Deps,
  userId: number,
  { jobId, isImpersonated }: { jobId: number; isImpersonated: boolean },
): Promise<Outcome<VisitList>> {
  const { db, ports, keyring } = deps;
  const contract = await findContractParties(db, jobId);
  const side = contract && findSide(contract, userId);
  if (!side) return refuse('not_found', 'jobs.not_found');
  const visit = await findVisit(db, jobId);
  if (!visit) return done({ items: [] });
  const evidence = (await listEvidence(db, jobId)).map(toEvidence);
  const now = ports.clock.now();
  const claim = { kind: 'claimed', by: side, atMs: now.getTime() } as const;
  const { decision } = replayVisit(toTerms(visit), evidence, now.getTime());
  const isOpen = isStartable(decision.state);
  const key = isOpen && side === 'worker' ? (await listKeys(db, jobId)).at(-1) : undefined;
  return done({
    items: [
      {
        ...toVisit(visit, evidence, decision),
        side,
        claiming: toClaimAbility(findObstacle(toTerms(visit), evidence, claim)),
        secret: isOpen && mayReadSecret(side, isImpersonated) ? openSecret(keyring, visit) : null,
        doorKey: key ? { keyId: key.number, publicKey: key.public_key } : null,
      },
    ],
  });
}

const toClaimAbility = (obstacle: VisitObstacle | null): Ability =>
  obstacle === null ? { allowed: true } : { allowed: false, reason: OBSTACLES[obstacle] };

const toTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

const findTime = (evidence: readonly VisitEvidence[], kind: VisitEvidence['kind']): string | null =>
  toTime(evidence.find((piece) => piece.kind === kind)?.atMs);

/** The steps of the worker, by the clock of the device where that can be right. */
function listSteps(visit: VisitRow, evidence: readonly VisitEvidence[]) {
  const steps = evidence.flatMap((piece) => ('step' in piece ? [piece] : []));
  const times = listPossibleTimes(
    steps.map(({ step, atMs }) => ({ ...step, receivedMs: atMs })),
    visit.agreed_at.getTime(),
  );
  return times.flatMap((time, index) => {
    const piece = steps[index];
    const punctuality = comparePossibleTime(time, toTerms(visit));
    return piece ? [{ kind: piece.kind, atMs: time.deviceMs ?? piece.atMs, punctuality }] : [];
  });
}

function toVisit(
  visit: VisitRow,
  evidence: readonly VisitEvidence[],
  decision: VisitDecision,
): Omit<Visit, 'claiming' | 'side' | 'secret' | 'doorKey'> {
  const claim = evidence.findLast((piece) => piece.kind === 'claimed');
  const isDelivered = evidence.some(({ kind, atMs }) => kind === 'delivered' && atMs >= (claim?.atMs ?? 0));
  const steps = listSteps(visit, evidence);
  return {
    jobId: visit.job_id,
    milestoneId: visit.milestone_id,
    workerId: visit.worker_id,
    startsAt: visit.starts_at.toISOString(),
    endsAt: visit.ends_at.toISOString(),
    feePaise: visit.fee_paise,
    state: decision.state,
    onTheWayAt: toTime(steps.find(({ kind }) => kind === 'on_my_way')?.atMs),
    // Of the arrival that counts.
    arrivedAt: toTime(
      steps.find(({ kind, punctuality }) => kind === 'arrived' && punctuality === decision.arrival)?.atMs,
    ),
    arrival: decision.arrival,
    startedAt: findTime(evidence, 'started'),
    endedAt: findTime(evidence, 'ended'),
    claim:
      isClaimed(decision.state) && claim?.kind === 'claimed'
        ? {
            by: claim.by,
            at: new Date(claim.atMs).toISOString(),
            until: isDelivered ? toTime(decision.dueMs ?? undefined) : null,
          }
        : null,
    cause: decision.cause,
    codesLeft: CODE_TRIES_MAX - visit.wrong_codes,
  };
}
