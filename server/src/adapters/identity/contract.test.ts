import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityVerifier } from '../../ports/identity-verifier.ts';
import { createIdentityVerifier } from './vendors.ts';

const adapters = [
  {
    name: 'cashfree and setu',
    connect: (sandboxUrl: string, clientSecret = 'sandbox') => {
      const account = { clientId: 'sandbox', clientSecret, standIn: true };
      return createIdentityVerifier(
        { ...account, baseUrl: `${sandboxUrl}/verification` },
        {
          ...account,
          baseUrl: `${sandboxUrl}/setu`,
          productInstanceId: 'sandbox',
          redirectUrl: 'http://localhost:1/ekycEdit',
        },
      );
    },
  },
];

describe.each(adapters)('IdentityVerifier by $name', ({ connect }) => {
  let sandbox: RunningSandbox;
  let verifier: IdentityVerifier;
  let references = 0;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
    verifier = connect(sandbox.url);
  });

  afterAll(() => sandbox.close());

  /** The same check of the same digits, by PAN or by GSTIN. */
  const checks = {
    pan: (digits: string, referenceId = `reference-${(references += 1)}`) =>
      verifier.verifyPan({ referenceId, pan: `ABCPK${digits}F`, name: 'Asha Kulkarni' }),
    gstin: (digits: string, referenceId = `reference-${(references += 1)}`) =>
      verifier.verifyGstin({ referenceId, gstin: `27ABCPK${digits}F1Z5`, name: 'Asha Kulkarni' }),
  };

  const decide = (providerReference: string, status: 'VALID' | 'INVALID') =>
    fetch(`${sandbox.url}/control/checks/${providerReference.split(':')[1]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    });

  describe.each(['pan', 'gstin'] as const)('%s', (kind) => {
    const verify = checks[kind];

    test('verifies a valid number and names its holder', async () => {
      expect(await verify('1234')).toMatchObject({
        status: 'verified',
        registeredName: 'ASHA KULKARNI',
        reason: null,
      });
    });

    test('names the holder of somebody else’s number', async () => {
      expect(await verify('2222')).toMatchObject({
        status: 'verified',
        registeredName: 'ANOTHER PERSON',
      });
    });

    test('is refused with a reason when the number is invalid', async () => {
      expect(await verify('0000')).toMatchObject({
        status: 'refused',
        registeredName: null,
        reason: expect.stringMatching(/invalid/),
      });
    });

    test.each([
      { decision: 'VALID', expected: { status: 'verified', registeredName: 'ASHA KULKARNI' } },
      { decision: 'INVALID', expected: { status: 'refused', registeredName: null } },
    ] as const)('stays pending until the vendor decides $decision', async ({ decision, expected }) => {
      const pending = await verify('1111');
      expect(pending).toMatchObject({ status: 'pending', registeredName: null });
      expect(await verifier.getVerdict(pending.providerReference)).toEqual(pending);

      await decide(pending.providerReference, decision);

      expect(await verifier.getVerdict(pending.providerReference)).toMatchObject(expected);
    });

    test('returns the same check for the same reference', async () => {
      expect(await verify('1234', `${kind}-again`)).toEqual(await verify('1234', `${kind}-again`));
    });

    test('returns null for a check that was never requested', async () => {
      expect(await verifier.getVerdict(`${kind}:1`)).toBeNull();
    });
  });

  test('rejects a malformed PAN', async () => {
    await expect(
      verifier.verifyPan({ referenceId: 'reference-bad', pan: 'NOT-A-PAN', name: 'Asha' }),
    ).rejects.toMatchObject({ outcome: 'rejected' });
  });

  test('rejects wrong credentials', async () => {
    const stranger = connect(sandbox.url, 'wrong');
    await expect(
      stranger.verifyPan({ referenceId: 'r', pan: 'ABCPK1234F', name: 'Asha' }),
    ).rejects.toMatchObject({
      outcome: 'rejected',
    });
    await expect(stranger.startAadhaar(asha)).rejects.toMatchObject({ outcome: 'rejected' });
  });

  const asha = { name: 'Asha Kulkarni', mobile: '+919812345678' };

  async function startWithCaptcha() {
    const { providerReference, captcha: image } = await verifier.startAadhaar(asha);
    const drawn = await fetch(`${sandbox.url}/control/okyc?mobile=9812345678`);
    const [newest] = (await drawn.json()) as { id: string; captcha: string }[];
    return { providerReference, image, captcha: newest?.captcha ?? '', id: newest?.id ?? '' };
  }

  async function sendOtpTo(number: string) {
    const { providerReference, captcha, id } = await startWithCaptcha();
    const sent = await verifier.sendAadhaarOtp({ providerReference, number, captcha });
    const outbox = await fetch(`${sandbox.url}/outbox.json?to=9812345678`);
    const [message] = (await outbox.json()) as { otp: string }[];
    return { providerReference, sent, id, otp: message?.otp ?? '' };
  }

  describe('Aadhaar by number', () => {
    test('verifies with captcha, number and one-time password', async () => {
      const { image } = await startWithCaptcha();
      expect(Buffer.from(image, 'base64').subarray(0, 4).toString('latin1')).toBe('\x89PNG');
      const { providerReference, sent, otp } = await sendOtpTo('234123412346');
      expect(sent).toBe('sent');
      expect(await verifier.getVerdict(providerReference)).toMatchObject({ status: 'unfinished' });
      const wrong = otp === '111111' ? '222222' : '111111';
      expect(await verifier.completeAadhaar({ providerReference, otp: wrong })).toBe('wrong_otp');
      const verdict = {
        providerReference,
        status: 'verified',
        registeredName: 'ASHA KULKARNI',
        numberLast4: '2346',
        birthDate: '1974-04-19',
      };
      expect(await verifier.completeAadhaar({ providerReference, otp })).toMatchObject(verdict);
      expect(await verifier.completeAadhaar({ providerReference, otp })).toMatchObject(verdict);
      expect(await verifier.getVerdict(providerReference)).toMatchObject(verdict);
    });

    test('reports a wrong captcha and ends the request', async () => {
      const { providerReference, captcha } = await startWithCaptcha();
      const request = { providerReference, number: '234123412346' };
      expect(await verifier.sendAadhaarOtp({ ...request, captcha: 'nope' })).toBe('wrong_captcha');
      expect(await verifier.sendAadhaarOtp({ ...request, captcha })).toBe('over');
    });

    test('reports an unknown number', async () => {
      expect((await sendOtpTo('234123470000')).sent).toBe('unknown_number');
    });

    test.each([
      ['VALID', 'verified'],
      ['INVALID', 'refused'],
    ] as const)('stays pending until the vendor decides %s', async (status, expected) => {
      const { providerReference, otp, id } = await sendOtpTo('234123441111');
      expect(await verifier.completeAadhaar({ providerReference, otp })).toMatchObject({ status: 'pending' });
      await fetch(`${sandbox.url}/control/okyc/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
      expect(await verifier.getVerdict(providerReference)).toMatchObject({ status: expected });
    });

    test('returns null for a check that was never requested', async () => {
      expect(await verifier.getVerdict('okyc:1')).toBeNull();
    });
  });

  describe('DigiLocker', () => {
    let visits = 0;
    async function visit(answer: 'allow' | 'deny' | null, number = '234123412346') {
      const providerReference = verifier.buildDigilockerReference(`visit-${(visits += 1)}`);
      const returnUrl = 'http://localhost:1/ekycEdit';
      const { url } = await verifier.startDigilocker({ providerReference, returnUrl, person: asha });
      const body = new URLSearchParams({ answer: answer ?? '', number });
      if (answer) await fetch(url, { method: 'POST', body, redirect: 'manual' });
      return verifier.getVerdict(providerReference);
    }

    test.each([
      [null, undefined, { status: 'unfinished' }],
      ['deny', undefined, { status: 'denied' }],
      [
        'allow',
        undefined,
        {
          status: 'verified',
          registeredName: 'ASHA KULKARNI',
          numberLast4: '2346',
          birthDate: '1974-04-19',
        },
      ],
      ['allow', '234123452222', { status: 'verified', registeredName: 'ANOTHER PERSON' }],
      ['allow', '234123470000', { status: 'refused' }],
      ['allow', '234123441111', { status: 'pending' }],
    ] as const)('answer %s with %s gives the expected verdict', async (answer, number, expected) => {
      expect(await visit(answer, number)).toMatchObject(expected);
    });

    test('returns null for a visit that never took place', async () => {
      expect(await verifier.getVerdict('digilocker:none')).toBeNull();
    });
  });
});
