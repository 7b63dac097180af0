import * as calls from '@fws/contract/disputes/calls';
import { COMMENTS_MAX } from '@fws/contract/disputes/model';
import { beforeEach, expect, test } from 'vitest';
import {
  buildIssue,
  createDoneJob,
  listNotificationTypes,
  raiseIssue,
  toIssueId,
} from '../../../test/disputes/issues.ts';
import { setUpSides } from '../../../test/sides.ts';
import type { TestUser } from '../../../test/user.ts';
import { buildDocx } from '../../../test/files/office-files.ts';
import type { World } from '../../../test/world.ts';

const DAY_MS = 24 * 3600_000;
let world: World;
let poster: TestUser;
let worker: TestUser;
let stranger: TestUser;

setUpSides((fixture) => ({ world, poster, worker } = fixture), { worker: { firstName: 'Imran' } });
beforeEach(async () => {
  stranger = await world.user();
});

test('shows documents and comments to both sides and to nobody else', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const issue = await poster.done(calls.raiseIssue, buildIssue(at.jobId), {
    files: { document: new File([buildDocx()], 'letter.docx') },
  });
  const pdf = new File(
    ['%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'],
    'bill.pdf',
  );
  await worker.done(calls.addIssueDocument, toIssueId(issue.id), { files: { document: pdf } });
  const text = 'The <b>pipe</b> is on order. पाइप सोमवार को आएगा।';
  await worker.done(calls.commentIssue, { ...toIssueId(issue.id), text });

  const seen = await poster.done(calls.issueDetail, toIssueId(issue.id));
  expect(seen.documents.map(({ name, mine, byName }) => [name, mine, byName])).toEqual([
    ['letter.docx', true, 'Meera Kumar'],
    ['bill.pdf', false, 'Imran Kumar'],
  ]);
  expect(seen.comments).toMatchObject([{ text, mine: false, byName: 'Imran Kumar' }]);
  expect(await listNotificationTypes(world, poster)).toEqual(
    expect.arrayContaining(['dispute_document', 'dispute_comment']),
  );

  const openFile = (user: TestUser, url: string) =>
    fetch(`${world.url}${url}`, { headers: { authorization: `Bearer ${user.token}` } });
  for (const { url } of seen.documents) {
    expect((await openFile(worker, url)).status).toBe(200);
    expect((await openFile(stranger, url)).status).toBe(404);
  }
  const response = await openFile(worker, seen.documents[0]?.url ?? '');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
});

test('refuses a document with the wrong content, a missing file, and one after the due date', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const issue = await raiseIssue(poster, at.jobId);
  const page = new File(['<script>alert(1)</script>'], 'letter.docx');
  expect(
    await poster.call(calls.addIssueDocument, toIssueId(issue.id), { files: { document: page } }),
  ).toMatchObject({
    status: 415,
    errors: { document: 'Please choose a PDF, Word or image file' },
  });
  expect(await poster.call(calls.addIssueDocument, toIssueId(issue.id))).toMatchObject({
    status: 422,
    errors: { document: 'Please choose a file' },
  });
  const yesterday = new Date(world.clock.now().getTime() - DAY_MS);
  await world.db
    .updateTable('dispute')
    .set({ documents_due_at: yesterday })
    .where('id', '=', issue.id)
    .execute();
  const late = await poster.call(calls.addIssueDocument, toIssueId(issue.id), {
    files: { document: new File([buildDocx()], 'letter.docx') },
  });
  expect(late).toMatchObject({ status: 409 });
  expect(late.message).toMatch(/^The last day for papers is over/);
  expect((await poster.call(calls.commentIssue, { ...toIssueId(issue.id), text: 'Late' })).status).toBe(200);
});

test('a closed ticket accepts no comments and no documents', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const issue = await raiseIssue(poster, at.jobId);
  await poster.done(calls.withdrawIssue, toIssueId(issue.id));
  const files = { document: new File([buildDocx()], 'letter.docx') };
  expect((await worker.call(calls.commentIssue, { ...toIssueId(issue.id), text: 'So' })).status).toBe(409);
  expect((await worker.call(calls.addIssueDocument, toIssueId(issue.id), { files })).status).toBe(409);
  expect((await worker.call(calls.withdrawIssue, toIssueId(issue.id))).status).toBe(409);
});

test('limits the number of comments per side, also under concurrent requests', async () => {
  const at = await createDoneJob(world, { poster, worker });
  const issue = await raiseIssue(poster, at.jobId);
  await world.db
    .insertInto('dispute_comment')
    .values(
      Array.from({ length: COMMENTS_MAX - 1 }, () => ({
        dispute_id: issue.id,
        user_id: poster.id,
        body: 'And more',
        added_at: world.clock.now(),
      })),
    )
    .execute();
  const answers = await Promise.all(
    [1, 2, 3].map((n) => poster.call(calls.commentIssue, { ...toIssueId(issue.id), text: `Last ${n}` })),
  );
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect((await worker.call(calls.commentIssue, { ...toIssueId(issue.id), text: 'Mine' })).status).toBe(200);
});
