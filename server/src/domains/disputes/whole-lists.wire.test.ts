import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closedIssues,
  issueDetail,
  issueJobs,
  raiseIssue,
  withdrawIssue,
} from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { expectPages } from '../../../test/pages.ts';
import { readJobNumber } from '../../../test/rows.ts';
import { award, fund, getMilestoneAt } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

// Every field of the lists of closed issues, and of jobs about which one can be raised.

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran' });
});
afterAll(() => world.close());

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
/** The next minute, as replies show it. */
function advance(): string {
  world.clock.advance(60_000);
  return world.clock.format();
}

test('shows jobs and closed issues, each newest first to the end of its list', async () => {
  const listedJobs = [];
  const closed = [];
  for (const rupees of ['700', '800', '900']) {
    advance();
    const contract = await award(world, { poster, worker }, { rupees, term: 'completion' });
    const { jobId } = contract;
    await fund(world, poster, getMilestoneAt(contract));
    await world.drain();
    const raisedAt = advance();
    const values = { jobId: String(jobId), issue: 'payment' as const, details: 'Nobody answers' };
    const document = new File([PDF], 'bill.pdf', { type: 'application/pdf' });
    const { id } = await poster.done(raiseIssue, values, { files: { document } });
    const { file_id: fileId } = await world.db
      .selectFrom('dispute_document')
      .select('file_id')
      .where('dispute_id', '=', id)
      .executeTakeFirstOrThrow();
    const closedAt = advance();
    await poster.done(withdrawIssue, { issueId: String(id) });
    const jobNumber = await readJobNumber(world, jobId);
    listedJobs.unshift({ jobId, jobNumber, title: 'Paint a flat', withName: 'Meera Kumar', side: 'worker' });
    closed.unshift({
      id,
      ticket: formatTicketNumber(id),
      jobId,
      jobNumber,
      jobTitle: 'Paint a flat',
      issue: 'payment',
      details: 'Nobody answers',
      state: 'closed',
      ending: 'withdrawn',
      raisedAt,
      closedAt,
      side: 'worker',
      raisedByMe: false,
      origin: 'party',
      waitsForFws: false,
      withId: poster.id,
      withName: 'Meera Kumar',
      workerName: 'Imran Kumar',
      heldPaise: 0,
      attachmentUrl: `/api/files/${fileId}/bill.pdf`,
    });
  }
  await expectPages((page) => worker.done(closedIssues, page), closed);
  await expectPages((page) => worker.done(issueJobs, page), listedJobs);
  const [newest] = closed;
  expect((await worker.done(issueDetail, { issueId: String(newest?.id) })).abilities).toEqual({
    comment: { allowed: false, reason: 'disputes.closed' },
    addDocument: { allowed: false, reason: 'disputes.closed' },
    withdraw: { allowed: false, reason: 'disputes.closed' },
  });
  const headers = { authorization: `Bearer ${worker.token}` };
  expect(await (await fetch(world.url + newest?.attachmentUrl, { headers })).text()).toBe(PDF);
});
