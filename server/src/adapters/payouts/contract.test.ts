import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../sandbox/test/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Destination, PayoutGateway } from '../../ports/payout-gateway.ts';
import { adapters, type Connection } from '../../../test/providers/payout-gateways.ts';

const toBank = (accountNumber: string): Destination => ({ kind: 'bank', accountNumber, ifsc: 'HDFC0000123' });
const toUpi = (vpa: string): Destination => ({ kind: 'upi', vpa });

const buildBeneficiary = (beneficiaryId: string, destination: Destination) => ({
  beneficiaryId,
  name: 'Asha Kulkarni',
  phone: '9876543210',
  destination,
});

describe.each(adapters)('PayoutGateway by $name', ({ connect, transfersPath, webhookTypes }) => {
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
    await gateway.addBeneficiary(buildBeneficiary(`beneficiary-${ids}`, destination));
    return {
      transferId: `transfer-${ids}`,
      amountPaise: 2_350_050,
      beneficiaryId: `beneficiary-${ids}`,
      mode: destination.kind,
      remarks: 'FWS withdrawal #1 (₹)',
    };
  }

  async function waitForStatus(transferId: string, status: string) {
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
    const beneficiary = buildBeneficiary('beneficiary-once', toBank('50100012345678'));
    const first = await gateway.addBeneficiary(beneficiary);
    expect(first).toEqual({ beneficiaryId: 'beneficiary-once', status: 'verified' });
    expect(await gateway.addBeneficiary(beneficiary)).toEqual(first);
  });

  test('refuses an invalid destination', async () => {
    await expect(
      gateway.addBeneficiary(
        buildBeneficiary('beneficiary-bad', { kind: 'bank', accountNumber: '1', ifsc: 'X' }),
      ),
    ).rejects.toMatchObject({ outcome: 'rejected' });
  });

  test.each([toBank('50100012345678'), toUpi('asha@okbank')])('pays $kind', async (destination) => {
    const transfer = await prepare(destination);
    const started = await gateway.createTransfer(transfer);

    expect(started).toMatchObject({
      transferId: transfer.transferId,
      amountPaise: 2_350_050,
      status: 'processing',
    });
    const paid = await waitForStatus(transfer.transferId, 'paid');
    expect(paid).toMatchObject({ amountPaise: 2_350_050, reason: null });
    expect(paid?.utr).toMatch(/\S/);
  });

  test.each([toBank('50100012340000'), toUpi('fail@okbank')])(
    'reports a failed transfer to $kind',
    async (to) => {
      const transfer = await prepare(to);
      await gateway.createTransfer(transfer);
      expect(await waitForStatus(transfer.transferId, 'failed')).toMatchObject({
        utr: null,
        reason: expect.any(String),
      });
    },
  );

  test.each([toBank('50100012341111'), toUpi('reverse@okbank')])(
    'reports a reversal after the payment to $kind',
    async (to) => {
      const transfer = await prepare(to);
      await gateway.createTransfer(transfer);
      expect(await waitForStatus(transfer.transferId, 'reversed')).toMatchObject({
        reason: expect.any(String),
      });
    },
  );

  test('pays the same transfer id once and refuses another amount', async () => {
    const transfer = await prepare(toBank('50100012345678'));
    const first = await gateway.createTransfer(transfer);
    const again = await gateway.createTransfer(transfer);

    expect(again.providerTransferId).toBe(first.providerTransferId);
    await expect(gateway.createTransfer({ ...transfer, amountPaise: 100 })).rejects.toMatchObject({
      outcome: 'rejected',
      code: 'transfer_id_used',
    });
  });

  test('returns null for a transfer that was never started', async () => {
    expect(await gateway.getTransfer('nobody-started-it')).toBeNull();
  });

  test('pays a person whose name is short or in another script', async () => {
    for (const name of ['आशा कुलकर्णी', 'Om']) {
      const transfer = await prepare(toBank('50100012345678'));
      const other = {
        ...buildBeneficiary(`${transfer.beneficiaryId}-named`, toBank('50100012345678')),
        name,
      };
      expect(await gateway.addBeneficiary(other)).toMatchObject({ status: 'verified' });
      const beneficiaryId = other.beneficiaryId;
      expect(await gateway.createTransfer({ ...transfer, beneficiaryId })).toMatchObject({
        status: 'processing',
      });
    }
  });

  test('refuses less than one rupee and an unknown beneficiary', async () => {
    const transfer = await prepare(toBank('50100012345678'));
    await expect(gateway.createTransfer({ ...transfer, amountPaise: 99 })).rejects.toMatchObject({
      outcome: 'rejected',
    });
    await expect(gateway.createTransfer({ ...transfer, beneficiaryId: 'nobody' })).rejects.toMatchObject({
      outcome: 'rejected',
      code: 'beneficiary_not_found',
    });
    expect(await gateway.getTransfer(transfer.transferId)).toBeNull();
  });

  test.each([toBank('50100012342222'), toUpi('slow@okbank')])(
    'returns an unknown outcome while the provider is down, then accepts the transfer to $kind',
    async (to) => {
      const transfer = await prepare(to);
      for (let refusals = 0; refusals < 2; refusals += 1) {
        await expect(gateway.createTransfer(transfer)).rejects.toMatchObject({ outcome: 'unknown' });
        expect(await gateway.getTransfer(transfer.transferId)).toBeNull();
      }
      expect(await gateway.createTransfer(transfer)).toMatchObject({ status: 'processing' });
    },
  );

  test('returns an unknown outcome when the answer is lost, and finds the transfer on lookup', async () => {
    const transfer = await prepare(toBank('50100012345678'));
    await setFault(502, 'after');
    await expect(gateway.createTransfer(transfer)).rejects.toMatchObject({ outcome: 'unknown' });
    await waitForStatus(transfer.transferId, 'paid');
  });

  test('does not report a failed lookup as "not received"', async () => {
    await setFault(500, 'before');
    await expect(gateway.getTransfer('nobody-started-it')).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    { destination: toBank('50100012345678'), found: { nameAtBank: 'ASHA KULKARNI', match: 'full' } },
    { destination: toBank('50100012343333'), found: { nameAtBank: 'ANOTHER PERSON', match: 'none' } },
    { destination: toBank('50100012340000'), found: null },
    { destination: toUpi('asha@okbank'), found: { nameAtBank: 'ASHA KULKARNI', match: 'full' } },
    { destination: toUpi('other@okbank'), found: { nameAtBank: 'ANOTHER PERSON', match: 'none' } },
    { destination: toUpi('fail@okbank'), found: null },
  ])('returns the name at the bank: $destination', async ({ destination, found }) => {
    expect(await gateway.checkName(destination, 'Asha Kulkarni')).toEqual(found);
  });

  test.each([toBank('50100012344444'), toUpi('silent@okbank')])(
    'reports a bank that gives no name: $kind',
    async (destination) => {
      await expect(gateway.checkName(destination, 'Asha Kulkarni')).rejects.toMatchObject({
        outcome: 'unknown',
        code: 'no_answer_of_bank',
      });
    },
  );

  test('accepts webhooks signed with the current or an older secret and no other', async () => {
    const transfer = await prepare(toBank('50100012341111'));
    await gateway.createTransfer(transfer);
    const listOwnWebhooks = () =>
      receiver.received.filter(({ rawBody }) => rawBody.includes(`"${transfer.transferId}"`));
    await vi.waitFor(() => expect(listOwnWebhooks().map(({ type }) => type)).toEqual(webhookTypes));

    const [webhook] = listOwnWebhooks();
    if (!webhook) throw new Error('waited for above');
    const readWith = (connection: Connection) =>
      connect(sandbox.url, connection).readWebhook(webhook.headers, webhook.rawBody);
    const valid = { verdict: 'valid', event: { about: 'transfer', transferId: transfer.transferId } };

    expect(readWith({ secret: 'sandbox' })).toMatchObject(valid);
    expect(readWith({ secret: 'new', olderSecrets: ['sandbox'] })).toMatchObject(valid);
    expect(readWith({ secret: 'new' })).toMatchObject({ verdict: 'forged' });
  });
});
