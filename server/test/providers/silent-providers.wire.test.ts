import { cancelJob } from '@fws/contract/contracts/calls';
import { addUpiAccount } from '@fws/contract/payouts/calls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVideo } from '../kyc/identity-checks.ts';
import { expectSoundLedger } from '../ledger/sound-ledger.ts';
import {
  createBankAccount,
  controlSandbox,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../payouts.ts';
import {
  simulatePayment,
  award,
  earn,
  fund,
  getOpenedOrder,
  readFundState,
  sendFundStep,
  getMilestoneAt,
} from '../story.ts';
import type { TestUser } from '../user.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';

// Every provider accepts the call and does not answer. No user may wait longer than ten seconds, no transaction may stay
// open meanwhile, and everything completes by itself when the providers answer again.

/** Half of HANG_MS: ten seconds, plus what a busy machine adds. */
const ANSWER_MAX_MS = 15_000;
const HANG_MS = 30_000;
const RECOVERY_MS = 90_000;
/** Far less than a call to a silent provider takes, far more than a transaction takes on a busy machine. */
const TRANSACTION_MAX_MS = 4_000;

interface CallResult {
  name: string;
  ms: number;
  status: number;
  text: string;
}

// Run both at once, since most of the time is waiting.
describe.concurrent.each(['cashfree', 'razorpay'])('with %s', (provider) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ env: { PAYMENTS_PROVIDER: provider } });
  }, 60_000);
  afterAll(() => world.close());

  const results: CallResult[] = [];
  async function measure(
    name: string,
    call: Promise<{ status: number; message?: string } | Response>,
  ): Promise<void> {
    const startedAt = Date.now();
    const answer = await call;
    const text = answer instanceof Response ? await answer.text() : (answer.message ?? '');
    results.push({ name, ms: Date.now() - startedAt, status: answer.status, text });
  }
  const findResult = (name: string) => results.find((result) => result.name === name);

  async function createVerifiedWorker(): Promise<{ worker: TestUser; accountId: number }> {
    const worker = await world.user({ identity: 'verified' });
    await earn(world, { poster: await world.user(), worker }, '500');
    return { worker, accountId: (await createBankAccount(worker, '50100417700123')).id };
  }

  async function getCaptchaCode(user: TestUser): Promise<string> {
    const answer = await user.post('get_kyc_captcha_code', {});
    return (answer.data as { kyc_captcha_code: string }).kyc_captcha_code;
  }

  const register = () =>
    world.guest.post('user_register', {
      first_name: 'Silent',
      last_name: 'Kumar',
      email_id: 'silent@mail.example',
      mobile_number: '9890033333',
      register_for: 'individual',
      'looking_for[]': 'projects,services',
      location: 'Kothrud, Pune',
      aadhaar_number: '234123412346',
      password: 'safe-pass-12',
      confrm_password: 'safe-pass-12',
      terms_accepted: '1',
      is_adult: '1',
    });

  test(
    'answers in time and holds no transaction while providers are silent, and completes everything afterwards',
    { timeout: 240_000 },
    async () => {
      const people = { poster: await world.user(), worker: await world.user() };
      const at = getMilestoneAt(await award(world, people));
      const toCancel = await award(world, people, { rupees: '300', term: 'completion' });
      await fund(world, people.poster, getMilestoneAt(toCancel));
      const { worker, accountId } = await createVerifiedWorker();
      const [byPan, byAadhaar, byUpi] = [
        await world.user(),
        await world.user(),
        await world.user({ identity: 'verified' }),
      ];
      const code = await getCaptchaCode(byPan);
      await world.drain();

      await controlSandbox(world, 'faults', { latencyMs: HANG_MS });
      const watch = watchTransactions(world.ownerUrl);
      const withdrawing = withdraw(worker, accountId, '500');
      const funding = sendFundStep(people.poster, at, 'funded');
      await Promise.all([
        measure('withdraw', withdrawing),
        measure('register', register()),
        measure(
          'cancel',
          people.poster.call(cancelJob, {
            jobId: String(toCancel.jobId),
            comment: 'Plans changed',
            refundText: '',
          }),
        ),
        measure('upi', byUpi.call(addUpiAccount, { upiId: 'asha@okbank', address: '' })),
        measure('captcha', byAadhaar.post('aadhar_captcha', {})),
        measure(
          'pan',
          byPan.post('kyc_verification', {
            id_proof_type: '1',
            id_proof_number: 'ABCPK4321L',
            kyc_captcha_code: code,
            file: createVideo(),
          }),
        ),
        measure('fund', funding),
      ]);
      const orderId = getOpenedOrder(await funding);
      const headers = { authorization: `Bearer ${people.poster.token}` };
      const pay = () => fetch(`${world.url}/pay/${orderId}`, { headers, redirect: 'manual' });
      await measure('pay', pay());
      // Enough failures open the circuit of the provider. Then the answer comes at once.
      await Promise.all(Array.from({ length: 4 }, () => measure('pay again', pay())));
      await measure('pay at once', pay());
      const longestMs = await watch.end();
      await controlSandbox(world, 'faults', { latencyMs: 0 });

      expect(results.filter(({ ms }) => ms >= ANSWER_MAX_MS)).toEqual([]);
      for (const name of ['withdraw', 'register', 'cancel', 'upi', 'pan', 'fund'])
        expect(findResult(name), name).toMatchObject({ status: 200 });
      expect(findResult('captcha')).toMatchObject({
        status: 503,
        text: expect.stringContaining('try again'),
      });
      expect(findResult('pay')).toMatchObject({
        status: 503,
        text: expect.stringContaining('Nothing was taken'),
      });
      expect(findResult('pay at once')).toMatchObject({ status: 503 });
      expect(findResult('pay at once')?.ms).toBeLessThan(2_000);
      expect(longestMs).toBeLessThan(TRANSACTION_MAX_MS);

      const waitForRecovery = (description: string, condition: () => Promise<boolean>) =>
        waitFor(description, condition, RECOVERY_MS);
      await waitForRecovery('the payer to get through', async () => (await pay()).status === 303);
      await simulatePayment(world, orderId, 'SUCCESS');
      await waitForRecovery(
        'the milestone to be funded',
        async () => (await readFundState(world, at)) === 'funded',
      );
      const withdrawalId = parseWithdrawalId(await withdrawing);
      await waitForRecovery(
        'the money to arrive',
        async () => (await readWithdrawalRow(world, withdrawalId)).state === 'paid',
      );
      const cancelled = getMilestoneAt(toCancel);
      await waitForRecovery('the refund', async () => (await readFundState(world, cancelled)) === 'refunded');
      await waitForRecovery('the code', async () => {
        const outbox = await fetch(`${world.sandboxUrl}/outbox.json?to=9890033333`);
        return ((await outbox.json()) as unknown[]).length > 0;
      });
      await expectSoundLedger(world.db);
    },
  );
});

/** Measures the longest open transaction of other connections until `end` is called. */
function watchTransactions(databaseUrl: string): { end(): Promise<number> } {
  const client = new pg.Client({ connectionString: databaseUrl });
  let longestMs = 0;
  const watch = { isOver: false };
  const watching = (async () => {
    await client.connect();
    while (!watch.isOver) {
      const { rows } = await client.query<{ ms: number | null }>(
        `SELECT max(extract(epoch FROM clock_timestamp() - xact_start) * 1000)::float8 AS ms FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    await client.end();
  })();
  return {
    async end() {
      watch.isOver = true;
      await watching;
      return longestMs;
    },
  };
}
