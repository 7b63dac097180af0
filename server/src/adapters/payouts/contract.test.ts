import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { startWebhookReceiver, type WebhookReceiver } from '@fws/sandbox/webhook-receiver';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Destination, PayoutGateway } from '../../ports/payout-gateway.ts';
import { adapters, type Connection } from './testing.ts';

const bank = (accountNumber: string): Destination => ({ kind: 'bank', accountNumber, ifsc: 'HDFC0000123' });
const upi = (vpa: string): Destination => ({ kind: 'upi', vpa });

const beneficiaryOf = (beneficiaryId: string, destination: Destination) => ({
  beneficiaryId,
  name: 'Asha Kulkarni',
  phone: '9876543210',
  destination,
});

describe.each(adapters)('PayoutGateway by $name', ({ connect, transfersPath, told }) => {
  let sandbox: RunningSandbox;
  let receiver: WebhookReceiver;
  let gateway: PayoutGateway;
  let ids = 0;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    sandbox = await startSandbox({
      port: 0,
      fwsUrl: receiver.url,
      payoutDelayMs: 20,
      reverseDelayMs: 20,
      webhookRetryMs: 10,
    });
    gateway = connect(sandbox.url, { secret: 'sandbox' });
  });

  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
  });

  /** A transfer to this destination, ready to be started. */
  async function prepare(destination: Destination) {
    ids += 1;
    await gateway.addBeneficiary(beneficiaryOf(`beneficiary-${ids}`, destination));
    return {
      transferId: `transfer-${ids}`,
      amountPaise: 2_350_050,
      beneficiaryId: `beneficiary-${ids}`,
      mode: destination.kind,
      remarks: 'FWS withdrawal #1 (₹)',
    };
  }

  async function settled(transferId: string, status: string) {
    await expect.poll(() => gateway.getTransfer(transferId)).toMatchObject({ status });
    return gateway.getTransfer(transferId);
  }

  const setFault = (status: number, when: 'before' | 'after') =>
    fetch(`${sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ failNext: { path: transfersPath, status, when } }),
    });

  test('registers a destination once', async () => {
    const wanted = beneficiaryOf('beneficiary-once', bank('50100012345678'));
    const first = await gateway.addBeneficiary(wanted);
    expect(first).toEqual({ beneficiaryId: 'beneficiary-once', status: 'verified' });
    expect(await gateway.addBeneficiary(wanted)).toEqual(first);
  });

  test('refuses an invalid destination', async () => {
    await expect(
      gateway.addBeneficiary(
        beneficiaryOf('beneficiary-bad', { kind: 'bank', accountNumber: '1', ifsc: 'X' }),
      ),
    ).rejects.toMatchObject({ outcome: 'rejected' });
  });

  test.each([bank('50100012345678'), upi('asha@okbank')])('pays $kind', async (destination) => {
    const wanted = await prepare(destination);
    const started = await gateway.createTransfer(wanted);

    expect(started).toMatchObject({
      transferId: wanted.transferId,
      amountPaise: 2_350_050,
      status: 'processing',
    });
    const paid = await settled(wanted.transferId, 'paid');
    expect(paid).toMatchObject({ amountPaise: 2_350_050, reason: null });
    expect(paid?.utr).toMatch(/\S/);
  });

  test.each([bank('50100012340000'), upi('fail@okbank')])(
    'reports a failed transfer to $kind',
    async (to) => {
      const wanted = await prepare(to);
      await gateway.createTransfer(wanted);
      expect(await settled(wanted.transferId, 'failed')).toMatchObject({
        utr: null,
        reason: expect.any(String),
      });
    },
  );

  test.each([bank('50100012341111'), upi('reverse@okbank')])(
    'reports a reversal after the payment to $kind',
    async (to) => {
      const wanted = await prepare(to);
      await gateway.createTransfer(wanted);
      expect(await settled(wanted.transferId, 'reversed')).toMatchObject({ reason: expect.any(String) });
    },
  );

  test('pays the same transfer id once and refuses another amount', async () => {
    const wanted = await prepare(bank('50100012345678'));
    const first = await gateway.createTransfer(wanted);
    const again = await gateway.createTransfer(wanted);

    expect(again.providerTransferId).toBe(first.providerTransferId);
    await expect(gateway.createTransfer({ ...wanted, amountPaise: 100 })).rejects.toMatchObject({
      outcome: 'rejected',
      code: 'transfer_id_used',
    });
  });

  test('returns null for a transfer that was never started', async () => {
    expect(await gateway.getTransfer('nobody-started-it')).toBeNull();
  });

  test('pays a person whose name is short or in another script', async () => {
    for (const name of ['आशा कुलकर्णी', 'Om']) {
      const wanted = await prepare(bank('50100012345678'));
      const other = { ...beneficiaryOf(`${wanted.beneficiaryId}-named`, bank('50100012345678')), name };
      expect(await gateway.addBeneficiary(other)).toMatchObject({ status: 'verified' });
      const beneficiaryId = other.beneficiaryId;
      expect(await gateway.createTransfer({ ...wanted, beneficiaryId })).toMatchObject({
        status: 'processing',
      });
    }
  });

  test('refuses less than one rupee and an unknown beneficiary', async () => {
    const wanted = await prepare(bank('50100012345678'));
    await expect(gateway.createTransfer({ ...wanted, amountPaise: 99 })).rejects.toMatchObject({
      outcome: 'rejected',
    });
    await expect(gateway.createTransfer({ ...wanted, beneficiaryId: 'nobody' })).rejects.toMatchObject({
      outcome: 'rejected',
      code: 'beneficiary_not_found',
    });
    expect(await gateway.getTransfer(wanted.transferId)).toBeNull();
  });

  test.each([bank('50100012342222'), upi('slow@okbank')])(
    'returns an unknown outcome while the provider is down, then accepts the transfer to $kind',
    async (to) => {
      const wanted = await prepare(to);
      for (let refusals = 0; refusals < 2; refusals += 1) {
        await expect(gateway.createTransfer(wanted)).rejects.toMatchObject({ outcome: 'unknown' });
        expect(await gateway.getTransfer(wanted.transferId)).toBeNull();
      }
      expect(await gateway.createTransfer(wanted)).toMatchObject({ status: 'processing' });
    },
  );

  test('returns an unknown outcome when the answer is lost, and finds the transfer on lookup', async () => {
    const wanted = await prepare(bank('50100012345678'));
    await setFault(502, 'after');
    await expect(gateway.createTransfer(wanted)).rejects.toMatchObject({ outcome: 'unknown' });
    await settled(wanted.transferId, 'paid');
  });

  test('does not report a failed lookup as "not received"', async () => {
    await setFault(500, 'before');
    await expect(gateway.getTransfer('nobody-started-it')).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    { destination: bank('50100012345678'), found: { nameAtBank: 'ASHA KULKARNI', match: 'full' } },
    { destination: bank('50100012343333'), found: { nameAtBank: 'ANOTHER PERSON', match: 'none' } },
    { destination: bank('50100012340000'), found: null },
    { destination: upi('asha@okbank'), found: { nameAtBank: 'ASHA KULKARNI', match: 'full' } },
    { destination: upi('other@okbank'), found: { nameAtBank: 'ANOTHER PERSON', match: 'none' } },
    { destination: upi('fail@okbank'), found: null },
  ])('returns the name at the bank: $destination', async ({ destination, found }) => {
    expect(await gateway.checkName(destination, 'Asha Kulkarni')).toEqual(found);
  });

  test.each([bank('50100012344444'), upi('silent@okbank')])(
    'reports a bank that gives no name: $kind',
    async (destination) => {
      await expect(gateway.checkName(destination, 'Asha Kulkarni')).rejects.toMatchObject({
        outcome: 'unknown',
        code: 'no_answer_of_bank',
      });
    },
  );

  test('accepts webhooks signed with the current or an older secret and no other', async () => {
    const wanted = await prepare(bank('50100012341111'));
    await gateway.createTransfer(wanted);
    const mine = () => receiver.received.filter(({ rawBody }) => rawBody.includes(`"${wanted.transferId}"`));
    await vi.waitFor(() => expect(mine().map(({ type }) => type)).toEqual(told));

    const [webhook] = mine();
    if (!webhook) throw new Error('waited for above');
    const readWith = (connection: Connection) =>
      connect(sandbox.url, connection).readWebhook(webhook.headers, webhook.rawBody);
    const valid = { verdict: 'valid', event: { about: 'transfer', transferId: wanted.transferId } };

    expect(readWith({ secret: 'sandbox' })).toMatchObject(valid);
    expect(readWith({ secret: 'new', olderSecrets: ['sandbox'] })).toMatchObject(valid);
    expect(readWith({ secret: 'new' })).toMatchObject({ verdict: 'forged' });
  });
});
