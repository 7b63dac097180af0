import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';
import { createClient, type Call } from '../../test/client.ts';

let sandbox: RunningSandbox;
let call: Call;
let ids = 0;
let id = '';

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    fwsUrl: 'http://localhost:1',
    payoutDelayMs: 10,
    reverseDelayMs: 3_600_000,
  });
  call = createClient(sandbox.url);
});

afterAll(() => sandbox.close());

beforeEach(() => {
  ids += 1;
  id = `id-${ids}`;
});

const register = (details: Record<string, string>) =>
  call('POST', '/payout/beneficiary', {
    beneficiary_id: id,
    beneficiary_name: 'Asha Kulkarni',
    beneficiary_instrument_details: details,
  });
const start = (changes: Record<string, unknown> = {}) =>
  call('POST', '/payout/transfers', {
    transfer_id: id,
    transfer_amount: 1500.75,
    beneficiary_details: { beneficiary_id: id },
    ...changes,
  });
const getTransfer = async () => (await call('GET', `/payout/transfers?transfer_id=${id}`)).body;

const buildPath = () => `/payout/beneficiary?beneficiary_id=${id}`;
const reverse = () => call('POST', `/control/transfers/${id}/reverse`);
const addFault = (fault: Record<string, unknown>) => call('POST', '/control/faults', { failNext: fault });

describe('beneficiaries', () => {
  test('are registered, found and deleted', async () => {
    expect(await register({ vpa: 'asha@okbank' })).toMatchObject({
      status: 201,
      body: { beneficiary_id: id, beneficiary_status: 'VERIFIED' },
    });
    expect(await register({ vpa: 'asha@okbank' })).toMatchObject({ status: 409 });
    expect(await call('GET', buildPath())).toMatchObject({ body: { beneficiary_name: 'Asha Kulkarni' } });
    expect(await call('DELETE', buildPath())).toMatchObject({ body: { beneficiary_status: 'DELETED' } });
    expect(await call('GET', buildPath())).toMatchObject({ status: 404 });
    expect(await start()).toMatchObject({ status: 404, body: { code: 'beneficiary_not_found' } });
  });

  test.each([
    {},
    { bank_account_number: '50100012345678' },
    { bank_account_number: '12', bank_ifsc: 'HDFC0000123' },
    { bank_account_number: '50100012345678', bank_ifsc: 'HDFC1000123' },
    { vpa: 'no-at-sign' },
  ])('return 400 with %j', async (details) => {
    expect((await register(details)).status).toBe(400);
  });
});

describe('transfers', () => {
  test('are received, then credited', async () => {
    await register({ bank_account_number: '50100012345678', bank_ifsc: 'HDFC0000123' });
    expect(await start()).toMatchObject({
      status: 200,
      body: { transfer_id: id, status: 'RECEIVED', transfer_amount: 1500.75, transfer_utr: null },
    });
    await expect
      .poll(getTransfer)
      .toMatchObject({ status: 'SUCCESS', status_code: 'COMPLETED', transfer_utr: expect.any(String) });
  });

  test('return the same transfer for the same id and body', async () => {
    await register({ vpa: 'asha@okbank' });
    const first = await start();
    expect((await start()).body).toMatchObject({ transfer_id: id, status: expect.any(String) });
    expect(first.status).toBe(200);
    expect(await start({ transfer_amount: 1500.76 })).toMatchObject({
      status: 409,
      body: { code: 'transfer_id_already_exists' },
    });
  });

  test.each([{ transfer_amount: 0.99 }, { transfer_amount: 10.001 }, { transfer_id: 'x'.repeat(41) }])(
    'return 400 with %j',
    async (changes) => {
      await register({ vpa: 'asha@okbank' });
      expect((await start(changes)).status).toBe(400);
    },
  );

  test('can be reversed by hand once after they are paid', async () => {
    await register({ vpa: 'fail@okbank' });
    await start();
    expect((await reverse()).status).toBe(400);
    await expect.poll(getTransfer).toMatchObject({ status: 'FAILED' });
    expect((await reverse()).status).toBe(400);

    id = `${id}-paid`;
    await register({ vpa: 'reverse@okbank' });
    await start();
    await expect.poll(getTransfer).toMatchObject({ status: 'SUCCESS' });
    expect((await reverse()).status).toBe(200);
    expect(await getTransfer()).toMatchObject({ status: 'REVERSED' });
    expect((await reverse()).status).toBe(400);
  });
});

describe('faults', () => {
  test('fail exactly the given number of calls to a path', async () => {
    await addFault({ path: '/payout/beneficiary', status: 503, times: 2 });
    const statuses = [await register({ vpa: 'asha@okbank' }), await register({ vpa: 'asha@okbank' })];
    expect(statuses.map(({ status }) => status)).toEqual([503, 503]);
    expect((await register({ vpa: 'asha@okbank' })).status).toBe(201);
  });

  test('lose an answer after the work is done', async () => {
    await addFault({ path: '/payout/beneficiary', status: 502, when: 'after' });
    expect((await register({ vpa: 'asha@okbank' })).status).toBe(502);
    expect((await register({ vpa: 'asha@okbank' })).status).toBe(409);
  });

  test('return 400 for an invalid status', async () => {
    expect((await addFault({ path: '/payout', status: 200 })).status).toBe(400);
  });
});
