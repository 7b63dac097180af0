import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trialSettings } from './config/production.ts';
import { waitForCode } from './identity/codes.ts';
import { createVideo } from './kyc/identity-checks.ts';
import { expectSoundLedger } from './ledger/sound-ledger.ts';
import { endRests, simulatePayment } from './story.ts';
import { TestUser, type WireAnswer } from './user.ts';
import { waitFor } from './wait.ts';
import { startWorld, type World } from './world.ts';

// The product's main story with legacy names only, as a client sees it that knows only the wire format.

let world: World;

type Fields = Record<string, string>;

async function ok(
  user: TestUser,
  call: string,
  fields: Record<string, string | Blob> = {},
): Promise<WireAnswer> {
  const answer = await user.post(call, fields);
  expect(answer, call).toMatchObject({ httpStatus: 200, status: 200, message: expect.any(String) });
  return answer;
}

function getFirst(answer: WireAnswer): unknown {
  return (answer.data as unknown[])[0];
}

const buildPerson = (firstName: string, mobile: string): Fields => ({
  first_name: firstName,
  last_name: 'Kumar',
  email_id: `${firstName.toLowerCase()}@mail.example`,
  mobile_number: mobile,
  register_for: 'individual',
  'looking_for[]': 'projects,services',
  location: 'Kothrud, Pune',
  aadhaar_number: '234123412346',
  password: 'safe-pass-12',
  confrm_password: 'safe-pass-12',
  terms_accepted: '1',
  is_adult: '1',
});

async function registerUser(fields: Fields): Promise<TestUser> {
  const answer = await ok(world.guest, 'user_register', fields);
  const { id, auth_token: token } = getFirst(answer) as { id: number; auth_token: string };
  const user = new TestUser(world.url, { id, token });
  const mobile = fields['mobile_number'] ?? '';
  const email = fields['email_id'] ?? '';
  await ok(user, 'verify_mobile', {
    mobile_number: mobile,
    otp: await waitForCode(world.sandboxUrl, mobile),
  });
  await ok(user, 'verify_email', { email_id: email, otp: await waitForCode(world.sandboxUrl, email) });
  const currentUser = getFirst(await ok(user, 'current_user')) as Record<string, unknown>;
  expect(currentUser).toMatchObject({ verify_mobile: 1, verify_email: 1, is_kyc_updated: 0 });
  return user;
}

/** The date in India this many days from now, as MM-DD-yyyy or DD-MM-yyyy. */
function formatWireDate(days: number, order: 'day-first' | 'month-first'): string {
  const [year = '', month = '', day = ''] = new Date(
    world.clock.now().getTime() + 5.5 * 3600_000 + days * 86_400_000,
  )
    .toISOString()
    .slice(0, 10)
    .split('-');
  return order === 'day-first' ? `${day}-${month}-${year}` : `${month}-${day}-${year}`;
}

interface WireMilestone {
  id: number;
  amount: string;
  status: string;
  order_id: string | null;
}

async function listMilestones(user: TestUser, jobId: string): Promise<WireMilestone[]> {
  const contract = getFirst(await ok(user, 'awarded_job', { job_id: jobId })) as {
    payment_milestone: WireMilestone[];
  };
  return contract.payment_milestone;
}

describe.each([
  ['cashfree', 'in a test', {}],
  ['razorpay', 'in a test', {}],
  ['cashfree', 'in production', trialSettings],
])('with %s %s', (provider, _, settings) => {
  beforeAll(async () => {
    world = await startWorld({ env: { ...settings, PAYMENTS_PROVIDER: provider } });
  }, 60_000);
  afterAll(() => world.close());

  test('runs from posting a job to paying the worker, over the wire', { timeout: 240_000 }, async () => {
    const poster = await registerUser(buildPerson('Meera', '9890011111'));
    const worker = await registerUser(buildPerson('Imran', '9890022222'));
    const categories = (await ok(world.guest, 'category_list')).data as {
      id: number;
      category_name: string;
    }[];
    const carpentry = categories.find((category) => category.category_name === 'Carpentry');
    const posted = await ok(poster, 'post_job', {
      job_title: 'Two sliding wardrobes',
      category: String(carpentry?.id),
      job_description: 'Third floor, lift available',
      job_location: 'Baner, Pune',
      'skills[]': 'Carpentry,Laminate work',
      take_work: formatWireDate(3, 'day-first'),
      budjet: 'Price Range',
      target_closed_date: formatWireDate(20, 'month-first'),
      payment_term: 'FWS Term Payment',
      amount: '45000 to 60000',
    });
    const job = getFirst(posted) as { id: number; job_unique_id: string; amount: string };
    expect(job).toMatchObject({
      amount: '45000 to 60000',
      job_unique_id: expect.stringMatching(/^\S+ \d+$/),
    });
    const jobId = String(job.id);

    const explored = await ok(worker, 'explore_jobs', {
      sort: 'latest',
      location_filter: 'pune',
      category: '',
    });
    expect(explored.data).toContainEqual(
      expect.objectContaining({ id: job.id, skills: 'Carpentry,Laminate work', total_quotes_received: 0 }),
    );
    await ok(worker, 'submit_quote', {
      quote_id: jobId,
      job_bid_type: 'By Terms',
      amount: '13500.01',
      work_scope: 'Plywood and labour',
      'milestone_descriction[]': '',
      'milestone_amount[]': '',
    });
    const [request] = (await ok(poster, 'my_contract_request_users', { job_id: jobId })).data as {
      quote_id: number;
      bid_amount: string;
    }[];
    expect(request).toMatchObject({
      bid_amount: '13500.01',
      payment_milestone: [
        { milestone_amount: '2700' },
        { milestone_amount: '8100' },
        { milestone_amount: '2700.01' },
      ],
    });
    await ok(poster, 'accept_quote', { quote_id: String(request?.quote_id) });
    expect((await ok(worker, 'my_quotes')).data).toEqual([
      expect.objectContaining({ quote_status: 'accepted' }),
    ]);
    expect((await ok(poster, 'awarded_projects')).data).toEqual([
      expect.objectContaining({ id: job.id, job_awarded_to: 'Imran Kumar' }),
    ]);

    for (const { id } of await listMilestones(poster, jobId)) {
      const at = { milestone: String(id), job_id: jobId };
      const opened = await ok(poster, 'mark_as_completed_new', { ...at, milestone_status: 'Completed' });
      const orderId = String(opened['order_id']);
      expect(opened['payment_link']).toBe(`${world.config.env?.['PUBLIC_URL'] ?? world.url}/pay/${orderId}`);
      await simulatePayment(world, orderId, 'SUCCESS');
      await waitFor('the payment to be applied', async () => {
        const status = await ok(poster, 'escrow_payment_status', { order_id: orderId });
        return status['payment_status'] === 'SUCCESS';
      });
      for (const step of ['Completed', 'Request To Pay', 'Payment Requested'])
        await ok(worker, 'employee_mark_as_completed', { ...at, milestone_status: step });
      for (const step of ['Release Fund', 'Payment Funded'])
        await ok(poster, 'mark_as_completed_new', { ...at, milestone_status: step });
    }
    const statuses = (await listMilestones(worker, jobId)).map((milestone) => milestone.status);
    expect(statuses).toEqual(['Payment Requested', 'Payment Requested', 'Payment Requested']);
    expect((await ok(worker, 'explore_my_jobs', { job_type: '2', filter: 'Completed' })).data).toEqual([
      expect.objectContaining({ id: job.id, is_completed: 1 }),
    ]);
    expect((await ok(worker, 'wallet'))['wallet']).toBe('13500.01');

    await world.drain();
    const invoices = (await ok(worker, 'withdraw_payment_history')).data as { pdf: string; amount: string }[];
    expect(invoices.map((invoice) => invoice.amount).toSorted()).toEqual(['2700', '2700.01', '8100']);
    // In production the link leads to the public address.
    const { pathname } = new URL(invoices[0]?.pdf ?? '', world.url);
    const pdf = await fetch(new URL(pathname, world.url), {
      headers: { authorization: `Bearer ${worker.token}` },
    });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);

    const refused = await worker.post('withdraw_request', {
      request_amount: '13500.01',
      request_bank_id: '1',
    });
    expect(refused.status).toBeGreaterThanOrEqual(403);
    const code = (await ok(worker, 'get_kyc_captcha_code')).data as { kyc_captcha_code: string };
    await ok(worker, 'kyc_verification', {
      id_proof_type: '1',
      id_proof_number: 'ABCPK4321L',
      kyc_captcha_code: code.kyc_captcha_code,
      file: createVideo(),
    });
    await waitFor(
      'the identity to be verified',
      async () => (await worker.post('verify_aadhar_status', {}))['is_kyc_updated'] === 1,
    );
    const bank = {
      account_number: '123456789012',
      confirm_account_number: '123456789012',
      ifsc_code: 'SBIN0001234',
      bank_name: '',
      account_holder_name: 'Imran Kumar',
      address: '',
    };
    // The worker logs in again on another day, with nothing but the fields of the specification. The session is limited
    // until its own dialog has taken a code.
    world.clock.advance(11 * 60_000);
    expect(await worker.post('add_bank_account', bank)).toMatchObject({
      httpStatus: 403,
      step_up: 'otp',
      message: expect.stringContaining('send_otp_mobile') as string,
    });
    await ok(worker, 'logout');
    const [again] = (
      await ok(world.guest, 'user_login', { user_name: '9890022222', password: 'safe-pass-12' })
    ).data as [{ id: number; auth_token: string; verify_mobile: number; mobile_number: string }];
    expect(again).toMatchObject({ first_name: 'Imran', verify_mobile: 0 });
    worker.token = again.auth_token;
    expect((await worker.post('wallet', {})).httpStatus).toBe(403);
    const { mobile_number } = again;
    await ok(worker, 'send_otp_mobile', { mobile_number });
    await ok(worker, 'verify_mobile', {
      mobile_number,
      otp: await waitForCode(world.sandboxUrl, mobile_number, 2),
    });
    expect(worker.token).toBe(again.auth_token);
    expect(getFirst(await ok(worker, 'current_user'))).toMatchObject({ verify_mobile: 1, is_kyc_updated: 1 });
    const account = getFirst(await ok(worker, 'add_bank_account', bank)) as {
      id: number;
      account_number: string;
      name_at_bank: string;
    };
    expect(account).toMatchObject({ account_number: 'XXXX9012', name_at_bank: 'IMRAN KUMAR' });
    // The releases of a first job rest.
    const early = await worker.post('withdraw_request', {
      request_amount: '13500.01',
      request_bank_id: String(account.id),
    });
    expect(early).toMatchObject({
      httpStatus: 409,
      message: expect.stringMatching(/^₹0 can go today\. ₹13,500\.01 can go from /),
    });
    await endRests(world, worker);
    await ok(worker, 'withdraw_request', { request_amount: '13500.01', request_bank_id: String(account.id) });
    await waitFor('the withdrawal to be paid', async () => {
      const { withdrawals } = (await ok(worker, 'withdraw_payment_history')) as unknown as {
        withdrawals: { status: string }[];
      };
      return withdrawals[0]?.status === 'paid';
    });
    expect((await ok(worker, 'wallet'))['wallet']).toBe('0');

    await world.drain();
    const workerNotifications = (await ok(worker, 'notification_list', { limit: '100' })).data as {
      type: string;
    }[];
    expect(new Set(workerNotifications.map((notification) => notification.type))).toEqual(
      new Set([
        'quote_accepted',
        'milestone_funded',
        'work_accepted',
        'payment_released',
        'job_completed',
        'identity_verified',
        'payout_account_added',
        'payout_account_used',
        'withdrawal_requested',
        'withdrawal_paid',
      ]),
    );
    const posterNotifications = (await ok(poster, 'notification_list', { limit: '100' })).data as {
      type: string;
    }[];
    expect(new Set(posterNotifications.map((notification) => notification.type))).toEqual(
      new Set([
        'quote_received',
        'payment_received',
        'work_started',
        'work_completed',
        'payment_requested',
        'release_confirmed',
        'job_completed',
      ]),
    );
    expect((await ok(worker, 'notification_read_status'))['notification_count']).toBe(0);
    await ok(worker, 'clear_notification');
    expect((await ok(worker, 'notification_list')).data).toEqual([]);
    await expectSoundLedger(world.db);
  });

  test('uses only this provider for orders, transfers and webhooks', async () => {
    const orders = await world.db.selectFrom('escrow_order').select('provider').execute();
    expect(new Set(orders.map((order) => order.provider))).toEqual(new Set([provider]));
    const [withdrawal] = await world.db.selectFrom('withdrawal').select('transfer_id').execute();
    expect(withdrawal?.transfer_id).toMatch(provider === 'razorpay' ? /^rzp_/ : /^fws_/);
    const events = await world.db.selectFrom('provider_event').select(['provider', 'verdict']).execute();
    // In production the webhooks of payments go to the public address, and FWS asks the provider for the state itself.
    const senders = 'PUBLIC_URL' in settings ? [] : [provider];
    expect(new Set(events.map((event) => event.provider))).toEqual(
      new Set([...senders, `${provider}-payouts`]),
    );
    expect(events.filter((event) => event.verdict !== 'valid')).toEqual([]);
  });
});
