import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedTransfer, PayoutGateway } from '../../ports/payout-gateway.ts';
import { adapters } from './testing.ts';

/** What a payout gateway says of the whole account: its transfers by date, and what is in it. */

const HOUR_MS = 3_600_000;
/** More than a page. */
const TRANSFERS = 103;
const LISTS_NONE = 'cashfree';

describe.each(adapters)('lists of a PayoutGateway by $name', ({ name, connect }) => {
  let sandbox: RunningSandbox;
  let gateway: PayoutGateway;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1', payoutDelayMs: 5 });
    gateway = connect(sandbox.url, { secret: 'sandbox' });
    await gateway.addBeneficiary({
      beneficiaryId: 'beneficiary',
      name: 'Asha Kulkarni',
      phone: '9876543210',
      destination: { kind: 'bank', accountNumber: '50100012345678', ifsc: 'HDFC0000123' },
    });
  });
  afterAll(() => sandbox.close());

  async function start(transferId: string, amountPaise: number): Promise<void> {
    const wanted = { transferId, amountPaise, beneficiaryId: 'beneficiary', mode: 'bank' as const };
    await gateway.createTransfer({ ...wanted, remarks: 'FWS' });
  }

  async function pay(transferId: string, amountPaise: number): Promise<void> {
    await start(transferId, amountPaise);
    await expect.poll(() => gateway.getTransfer(transferId)).toMatchObject({ status: 'paid' });
  }

  async function listAll(from: number, until: number): Promise<{ pages: number; found: ListedTransfer[] }> {
    const found: ListedTransfer[] = [];
    let cursor: string | null = null;
    for (let pages = 1; ; pages++) {
      const asked = { from: new Date(from), until: new Date(until), cursor };
      const page: Awaited<ReturnType<PayoutGateway['listTransfers']>> = await gateway.listTransfers(asked);
      if (page === null) throw new Error('lists none');
      found.push(...page.transfers);
      if (page.next === null) return { pages, found };
      cursor = page.next;
    }
  }

  test('the balance falls by what was paid, and rises by what was put in', async () => {
    const balance = async () => (await gateway.getBalance())?.balancePaise ?? Number.NaN;
    const before = await balance();
    await pay('balance-1', 1_234_50);
    expect(await balance()).toBe(before - 1_234_50);
    await fetch(`${sandbox.url}/control/payout-deposits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vendor: name, rupees: 1000.5 }),
    });
    expect(await balance()).toBe(before - 1_234_50 + 1_000_50);
  });

  test('lists every transfer of several pages once, or says that it lists none', async () => {
    if (name === LISTS_NONE) {
      const asked = { from: new Date(0), until: new Date(), cursor: null };
      expect(await gateway.listTransfers(asked)).toBeNull();
      return;
    }
    const ids = Array.from({ length: TRANSFERS }, (_, index) => `listed-${index}`);
    for (const id of ids) await start(id, 100_10);
    const all = () => listAll(Date.now() - HOUR_MS, Date.now() + HOUR_MS);
    const unfinished = async () => (await all()).found.filter(({ status }) => status !== 'paid');
    await expect.poll(unfinished).toEqual([]);
    const { pages, found } = await all();
    expect(pages).toBeGreaterThan(1);
    const mine = found.filter(({ transferId }) => transferId?.startsWith('listed-'));
    expect(mine.map(({ transferId }) => transferId).toSorted()).toEqual(ids.toSorted());
    expect(mine.filter(({ amountPaise }) => amountPaise !== 100_10)).toEqual([]);
    expect((await listAll(Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS)).found).toEqual([]);
  });

  test('a wrong secret is a refusal, not an empty account', async () => {
    if (name !== LISTS_NONE) return;
    const wrong = connect(sandbox.url, { secret: 'wrong' });
    await expect(wrong.getBalance()).rejects.toMatchObject({ outcome: 'rejected', code: 'payout_401' });
  });

  test('an answer without a balance is refused', async () => {
    await fetch(`${sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        failNext: { path: name === LISTS_NONE ? '/payout/v1' : '/razorpay/v1/transactions', status: 503 },
      }),
    });
    await expect(gateway.getBalance()).rejects.toMatchObject({ outcome: 'unknown' });
  });
});
