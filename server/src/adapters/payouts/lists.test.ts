import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedTransfer, PayoutGateway } from '../../ports/payout-gateway.ts';
import { adapters } from '../../../test/providers/payout-gateways.ts';

/** Account-wide data of a payout gateway: transfers by date and the balance. */

const HOUR_MS = 3_600_000;
/** More than one page. */
const TRANSFERS = 103;
const BALANCES: Record<string, string> = {
  cashfree: '/payout/v1',
  razorpay: '/razorpay/v1/transactions',
};

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', payoutDelayMs: 5 });
});
afterAll(() => sandbox.close());

const postControl = (path: string, body: object) =>
  fetch(`${sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Connects to that adapter and registers a beneficiary for its transfers. */
async function connectTo(name: string, secret = 'sandbox'): Promise<PayoutGateway> {
  const adapter = adapters.find((candidate) => candidate.name === name);
  if (!adapter) throw new Error(`no adapter ${name}`);
  const gateway = adapter.connect(sandbox.url, { secret });
  if (secret !== 'sandbox') return gateway;
  await gateway.addBeneficiary({
    beneficiaryId: `beneficiary-${name}`,
    name: 'Asha Kulkarni',
    phone: '9876543210',
    destination: { kind: 'bank', accountNumber: '50100012345678', ifsc: 'HDFC0000123' },
  });
  return gateway;
}

const start = (gateway: PayoutGateway, transferId: string, amountPaise: number) =>
  gateway.createTransfer({
    transferId,
    amountPaise,
    beneficiaryId: `beneficiary-${gateway.provider}`,
    mode: 'bank',
    remarks: 'FWS',
  });

describe.each(adapters)('the balance of a PayoutGateway by $name', ({ name }) => {
  test('decreases by payments and increases by deposits', async () => {
    const gateway = await connectTo(name);
    const readBalance = async () => (await gateway.getBalance())?.balancePaise ?? Number.NaN;
    const before = await readBalance();
    const transferId = `balance-${name}`;
    await start(gateway, transferId, 1_234_50);
    await expect.poll(() => gateway.getTransfer(transferId)).toMatchObject({ status: 'paid' });
    expect(await readBalance()).toBe(before - 1_234_50);
    await postControl('payout-deposits', { vendor: name, rupees: 1000.5 });
    expect(await readBalance()).toBe(before - 1_234_50 + 1_000_50);
  });

  test('is unknown while the provider is down', async () => {
    const gateway = await connectTo(name);
    await postControl('faults', { failNext: { path: BALANCES[name], status: 503 } });
    await expect(gateway.getBalance()).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

test('a wrong Cashfree secret is rejected, not reported as an empty account', async () => {
  const gateway = await connectTo('cashfree', 'wrong');
  await expect(gateway.getBalance()).rejects.toMatchObject({ outcome: 'rejected', code: 'payout_401' });
});

test('Cashfree returns null for a list of transfers by date', async () => {
  const gateway = await connectTo('cashfree');
  expect(await gateway.listTransfers({ from: new Date(0), until: new Date(), cursor: null })).toBeNull();
});

describe('transfers by Razorpay', () => {
  async function listAll(
    from: number,
    until: number,
  ): Promise<{ pages: number; transfers: ListedTransfer[] }> {
    const gateway = await connectTo('razorpay');
    const transfers: ListedTransfer[] = [];
    let cursor: string | null = null;
    for (let pages = 1; ; pages++) {
      const query = { from: new Date(from), until: new Date(until), cursor };
      const page: Awaited<ReturnType<PayoutGateway['listTransfers']>> = await gateway.listTransfers(query);
      if (page === null) throw new Error('lists none');
      transfers.push(...page.transfers);
      if (page.next === null) return { pages, transfers };
      cursor = page.next;
    }
  }

  test('lists every transfer once across pages', async () => {
    const gateway = await connectTo('razorpay');
    const ids = Array.from({ length: TRANSFERS }, (_, index) => `listed-${index}`);
    for (const id of ids) await start(gateway, id, 100_10);
    const listRecent = () => listAll(Date.now() - HOUR_MS, Date.now() + HOUR_MS);
    const listUnfinished = async () =>
      (await listRecent()).transfers.filter(({ status }) => status !== 'paid');
    await expect.poll(listUnfinished).toEqual([]);
    const { pages, transfers } = await listRecent();
    expect(pages).toBeGreaterThan(1);
    const ownTransfers = transfers.filter(({ transferId }) => transferId?.startsWith('listed-'));
    expect(ownTransfers).toHaveLength(TRANSFERS);
    expect(new Set(ownTransfers.map(({ transferId }) => transferId))).toEqual(new Set(ids));
    expect(ownTransfers.filter(({ amountPaise }) => amountPaise !== 100_10)).toEqual([]);
  });

  test('lists nothing outside the period', async () => {
    await start(await connectTo('razorpay'), 'outside', 100_00);
    expect((await listAll(Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS)).transfers).toEqual([]);
    expect((await listAll(Date.now() - 2 * HOUR_MS, Date.now() - HOUR_MS)).transfers).toEqual([]);
  });
});
