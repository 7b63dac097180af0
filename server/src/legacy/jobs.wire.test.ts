import { toIstDate } from '@fws/contract/platform/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, shareJob } from '@fws/contract/connections/calls';
import type { Job } from '@fws/contract/jobs/schemas';
import { removeSignatures } from '../../test/files/addresses.ts';
import { post, quote } from '../../test/story.ts';
import type { TestUser } from '../../test/user.ts';
import { buildDetailFields, buildWholeJob } from '../../test/whole-job.ts';
import { startWorld, type World } from '../../test/world.ts';

// Whole replies with a job or a quote, as a client of the specification gets them.

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
const createPdf = (name: string) => new File([PDF], name, { type: 'application/pdf' });

let world: World;
let meera: TestUser;
let asha: TestUser;
let ravi: TestUser;
let job: Job;
/** As somebody reads it who may quote. */
let jobReply: ReturnType<typeof buildWholeJob>;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  meera = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  asha = await world.user({
    firstName: 'Asha',
    lastName: 'Rao',
    skills: ['Tiling', 'Masonry'],
    identity: 'verified',
  });
  ravi = await world.user({ firstName: 'Ravi' });
  job = await post(world, meera, { attachment: createPdf('plan.pdf') });
  const { number } = await world.db
    .updateTable('job')
    .set({ verified_at: world.clock.now() })
    .where('id', '=', job.id)
    .returning('number')
    .executeTakeFirstOrThrow();
  await quote(asha, job.id);
  jobReply = {
    ...buildWholeJob(world, meera, { id: job.id, number: String(number) }),
    total_quotes_received: 1,
    total_quote_count: 1,
    is_fws_verified: 1,
    attach_file: `/api/files/${await readFileId('job')}/plan.pdf`,
    attach_file_name: 'plan.pdf',
    attach_file_bytes: PDF.length,
  };
});
afterAll(() => world.close());

async function readFileId(subject: 'job' | 'quote'): Promise<string> {
  const { id } = await world.db
    .selectFrom('file')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return id;
}

const ownFields = { can_quote: { allowed: false, reason: 'jobs.own_job' } };

test('lists jobs with every field', async () => {
  const { data, next_cursor } = await ravi.post('explore_jobs', { location_filter: 'kothrud', limit: '1' });
  expect([removeSignatures(data), next_cursor]).toEqual([[{ ...jobReply, distance_km: null }], null]);
  const { data: detail } = await ravi.post('job_detail', { job_id: String(job.id) });
  expect(removeSignatures(detail)).toEqual([
    // The version is for the form of the poster.
    { ...jobReply, ...buildDetailFields(world, { name: 'Meera J.' }), version: '' },
  ]);
  const own = await meera.post('my_contracts', {});
  expect([removeSignatures(own.data), own['next_cursor']]).toEqual([[{ ...jobReply, ...ownFields }], null]);
});

test('lists shared jobs with every field', async () => {
  await meera.call(connect, { userId: String(ravi.id) });
  await meera.call(shareJob, { jobId: String(job.id), friendId: String(ravi.id) });
  const { id } = await world.db.selectFrom('shared_job').select('id').executeTakeFirstOrThrow();
  const { data, next_cursor } = await ravi.post('shared_jobs_list', {});
  expect([removeSignatures(data), next_cursor]).toEqual([
    [
      {
        ...jobReply,
        share_id: id,
        thumps_up: 'No',
        shared_user_name: 'Meera Joshi',
        shared_user_id: meera.id,
        shared_at: world.clock.format(),
      },
    ],
    null,
  ]);
});

const [year, month, day] = toIstDate(new Date(Date.now() + 60 * 86_400_000)).split('-');
const form = {
  job_title: 'Two wardrobes',
  category: 'Carpentry',
  job_description: 'Laminate outside',
  job_location: 'Baner, Pune',
  latitude: '18.559',
  longitude: '73.7868',
  'skills[]': 'Carpentry,Laminate work',
  take_work: `${day}-${month}-${year}`,
  target_closed_date: `${month}-${day}-${year}`,
  budjet: 'Price Range',
  amount: '15000 to 20000.50',
  payment_term: 'Milestone Payment',
};

test('answers a posted and an updated job with every field', async () => {
  const posted = await asha.post('post_job', form);
  const [{ id, job_unique_id } = { id: 0, job_unique_id: '' }] = posted.data as {
    id: number;
    job_unique_id: string;
  }[];
  const { number } = await world.db
    .selectFrom('job')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(job_unique_id).toBe(`FWS ${number}`);
  const { id: category } = await world.db
    .selectFrom('category')
    .select('id')
    .where('name', '=', 'Carpentry')
    .executeTakeFirstOrThrow();
  const reply = {
    ...buildWholeJob(world, asha, { id, number: String(number) }),
    ...ownFields,
    job_title: 'Two wardrobes',
    category,
    job_description: 'Laminate outside',
    job_location: 'Baner, Pune',
    latitude: 18.559,
    longitude: 73.7868,
    skills: 'Carpentry,Laminate work',
    take_work: form.take_work,
    target_closed_date: form.target_closed_date,
    budjet: 'Price Range',
    amount: '15000 to 20000.50',
    payment_term: 'Milestone Payment',
  };
  const detailFields = buildDetailFields(world, { name: 'Asha R.', verified: 1 });
  expect(posted.data).toEqual([{ ...reply, ...detailFields }]);
  const updated = await asha.post('update_job', {
    ...form,
    job_id: String(id),
    job_title: 'Three wardrobes',
    unlisted: '1',
  });
  expect(updated.data).toEqual([{ ...reply, ...detailFields, unlisted: 1, job_title: 'Three wardrobes' }]);
  await asha.post('cancel_job', { job_id: String(id), cancel_comment: '' });
});

const offer = {
  job_bid_type: 'By Milestone',
  milestone_descriction: ['Cut', 'Fit'].join(','),
  milestone_amount: '6000,8000.50',
  work_scope: 'All of it',
  amount: '14000.50',
};

test('answers quotes with every field of the quote and of its job', async () => {
  const posted = await post(world, meera, { values: { location: 'Aundh, Pune' } });
  const attach_portfolio = createPdf('work.pdf');
  const submitted = await asha.post('submit_quote', {
    ...offer,
    quote_id: String(posted.id),
    attach_portfolio,
  });
  const stored = await world.db
    .selectFrom('quote')
    .select(['id', 'proposal_id'])
    .where('job_id', '=', posted.id)
    .executeTakeFirstOrThrow();
  const lapsesAt = new Date(world.clock.now().getTime() + 7 * 86_400_000).toISOString();
  const reply = {
    ...buildWholeJob(world, meera, posted),
    job_location: 'Aundh, Pune',
    total_quotes_received: 1,
    total_quote_count: 1,
    my_quote_id: stored.id,
    can_quote: { allowed: false, reason: 'jobs.already_quoted' },
    job_skills: 'Painting',
    job_amount: '15000',
    quote_id: stored.id,
    job_id: posted.id,
    user_id: asha.id,
    user_name: 'Asha Rao',
    profile_image: '',
    skills: 'Tiling,Masonry',
    user_rating: null,
    projects_completed: 0,
    is_kyc_updated: 1,
    bid_amount: '14000.50',
    job_bid_type: 'By Milestone',
    payment_terms: 'By Milestone',
    payment_milestone: [
      { milestone_descriction: 'Cut', milestone_amount: '6000' },
      { milestone_descriction: 'Fit', milestone_amount: '8000.50' },
    ],
    work_scope: 'All of it',
    attach_portfolio: `/api/files/${stored.proposal_id}/work.pdf`,
    attach_portfolio_name: 'work.pdf',
    attach_portfolio_bytes: PDF.length,
    attach_portfolio_is_image: false,
    photos: [],
    version: expect.stringMatching(/^[\w-]{16}$/) as string,
    quote_status: 'submitted',
    negotiation_status: 'submitted',
    starts_on: '',
    finish_by: '',
    visit_date: '',
    visit_window: '',
    visit_fee: '',
    note: '',
    quote_version: 1,
    offered_at: world.clock.format(),
    seen_at: null,
    turn: 1,
    asks_left: 2,
    asked_for: null,
    decline_reason: '',
    decline_note: '',
    cancel_comment: '',
    is_waiting: 0,
    is_taken_down: 0,
    created_at: world.clock.format(),
    lapses_at: lapsesAt,
    can_accept: { allowed: false, reason: 'common.not_allowed' },
    can_ask: { allowed: false, reason: 'common.not_allowed' },
    can_decline: { allowed: false, reason: 'common.not_allowed' },
    can_edit: { allowed: true, reason: null },
    can_cancel: { allowed: true, reason: null },
  };
  expect(removeSignatures(submitted.data)).toEqual([reply]);
  const id = String(stored.id);
  const updated = await asha.post('update_quote', { ...offer, quote_id: id, work_scope: 'Less of it' });
  const changed = { ...reply, work_scope: 'Less of it', quote_version: 2 };
  expect(removeSignatures(updated.data)).toEqual([changed]);
  const { data: detail } = await asha.post('quote_detail', { quote_id: id });
  expect(removeSignatures(detail)).toEqual([changed]);
  const { data: own } = await asha.post('my_quotes', { limit: '1' });
  expect(removeSignatures(own)).toEqual([changed]);
  const { data: requests, next_cursor } = await meera.post('my_contract_request_users', {
    job_id: String(posted.id),
  });
  expect([removeSignatures(requests), next_cursor]).toEqual([
    [
      {
        ...changed,
        version: '',
        my_quote_id: null,
        ...ownFields,
        can_accept: { allowed: true, reason: null },
        can_ask: { allowed: true, reason: null },
        can_decline: { allowed: true, reason: null },
        can_edit: { allowed: false, reason: 'common.not_allowed' },
        can_cancel: { allowed: false, reason: 'common.not_allowed' },
      },
    ],
    null,
  ]);
  await meera.post('cancel_job', { job_id: String(posted.id), cancel_comment: '' });
});
