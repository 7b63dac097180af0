import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { awardedJob, cancelJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { notificationList } from '@fws/contract/notifications/calls';
import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import { visitList } from '@fws/contract/visits/calls';
import { replayVisit } from '@fws/contract/visits/decision';
import { calculateDoorCode } from '@fws/contract/visits/door/code';
import type { DoorSubject } from '@fws/contract/visits/door/subject';
import type { Excuse } from '@fws/contract/visits/model';
import type { Visit } from '@fws/contract/visits/schemas';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { fund, getMilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { listEvidence, toEvidence, toTerms } from '../store.ts';
import { awardVisit, type VisitPair } from './awarding.ts';

const DAY_MS = 24 * 3600_000;
export const toSubject = (visit: Visit): DoorSubject => ({
  jobId: visit.jobId,
  milestoneId: visit.milestoneId,
  workerId: visit.workerId,
  startsMs: Date.parse(visit.startsAt),
  endsMs: Date.parse(visit.endsAt),
});

/** Every stored visit is in the state that its evidence alone leads to. */
async function expectReplays({ db }: World): Promise<void> {
  for (const visit of await db.selectFrom('visit').selectAll().execute()) {
    const evidence = (await listEvidence(db, visit.job_id)).map(toEvidence);
    const lastMs = Math.max(visit.changed_at.getTime(), ...evidence.map(({ atMs }) => atMs));
    const { decision, changes } = replayVisit(toTerms(visit), evidence, lastMs);
    expect([decision.state, changes.length, decision.dueMs]).toEqual([
      visit.state,
      visit.changes,
      visit.due_at?.getTime() ?? null,
    ]);
  }
}

/**
 * Starts a world for the tests of a file. Each test begins at ten in the morning with two new people; afterwards the
 * ledger is sound and each visit is what its evidence says.
 */
export function setUpVisits(assign: (fixture: VisitPair & { world: World }) => void) {
  let world: World;
  let people: VisitPair;
  let midnightMs = 0;

  const goTo = (time: string, days = 0) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const toMs = midnightMs + days * DAY_MS + (hours * 60 + minutes) * 60_000;
    world.clock.advance(toMs - world.clock.now().getTime());
  };
  beforeAll(async () => {
    world = await startWorld({ clockStopped: true });
  });
  beforeEach(async () => {
    const tomorrow = toIstDate(new Date(world.clock.now().getTime() + DAY_MS));
    midnightMs = Date.parse(`${tomorrow}T00:00:00Z`) - IST_OFFSET_MS;
    goTo('10:00');
    const poster = await world.user({ firstName: 'Kavita', identity: 'verified' });
    const worker = await world.user({ firstName: 'Farhan', identity: 'verified' });
    people = { poster, worker };
    assign({ world, ...people });
  });
  afterEach(async () => {
    await world.drain();
    await expectReplays(world);
    await expectSoundLedger(world.db);
  });
  afterAll(() => world.close());

  /** An awarded job whose first milestones are paid, and its visit. */
  async function agree(fee = '250', funded = fee === '0' ? 1 : 2) {
    const contract = await awardVisit(world, people, { fee });
    for (let position = 1; position <= funded; position++)
      await fund(world, people.poster, getMilestoneAt(contract, position));
    const visit = await read(contract.jobId);
    return { jobId: contract.jobId, milestoneId: String(visit.milestoneId), contract };
  }

  async function read(jobId: number, by = people.poster): Promise<Visit> {
    const { items } = await by.done(visitList, { jobId: String(jobId) });
    const [visit] = items;
    if (!visit) throw new Error(`job ${jobId} has no visit`);
    return visit;
  }

  async function sayCode(jobId: number): Promise<string> {
    const visit = await read(jobId);
    return calculateDoorCode(visit.secret ?? '', toSubject(visit));
  }

  async function runTimers(): Promise<void> {
    await inTx(world.db, (tx) => enqueue(tx, 'watch_visits', {}));
    await world.drain();
  }

  async function listNotices(user: TestUser, type: string) {
    await world.drain();
    return (await user.done(notificationList, {})).items.filter((notice) => notice.type === type);
  }

  const readContract = (jobId: number, by = people.poster): Promise<Contract> =>
    by.done(awardedJob, { jobId: String(jobId) });

  const cancel = (by: TestUser, jobId: number, refundText = '', excuse?: Excuse) =>
    by.call(cancelJob, { jobId: String(jobId), comment: 'Not today', refundText, ...(excuse && { excuse }) });

  /** Of one who is not signed in any more, because days have passed. */
  async function readState(jobId: number): Promise<string> {
    const row = await world.db
      .selectFrom('visit')
      .select('state')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow();
    return row.state;
  }

  return { agree, cancel, goTo, listNotices, read, readContract, readState, runTimers, sayCode };
}
