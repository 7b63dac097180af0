import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityVerifier } from '../../ports/identity-verifier.ts';
import { cashfreeIdentity } from './cashfree.ts';

const adapters = [
  {
    name: 'cashfree',
    connect: (sandboxUrl: string) =>
      cashfreeIdentity({
        baseUrl: `${sandboxUrl}/verification`,
        clientId: 'sandbox',
        clientSecret: 'sandbox',
      }),
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

  /** The same question about the same digits, by PAN or by GSTIN. */
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

    test('verifies under the own name', async () => {
      expect(await verify('1234')).toMatchObject({
        status: 'verified',
        registeredName: 'ASHA KULKARNI',
        nameMatches: true,
        reason: null,
      });
    });

    test('finds another name', async () => {
      expect(await verify('2222')).toMatchObject({
        status: 'verified',
        registeredName: 'ANOTHER PERSON',
        nameMatches: false,
      });
    });

    test('is refused with a reason', async () => {
      expect(await verify('0000')).toMatchObject({
        status: 'refused',
        registeredName: null,
        nameMatches: false,
        reason: expect.stringMatching(/invalid/),
      });
    });

    test.each([
      { decision: 'VALID', expected: { status: 'verified', nameMatches: true } },
      { decision: 'INVALID', expected: { status: 'refused', nameMatches: false } },
    ] as const)('is pending until decided $decision', async ({ decision, expected }) => {
      const pending = await verify('1111');
      expect(pending).toMatchObject({ status: 'pending', nameMatches: false });
      expect(await verifier.getVerdict(pending.providerReference)).toEqual(pending);

      await decide(pending.providerReference, decision);

      expect(await verifier.getVerdict(pending.providerReference)).toMatchObject(expected);
    });

    test('the same reference is the same check', async () => {
      expect(await verify('1234', `${kind}-again`)).toEqual(await verify('1234', `${kind}-again`));
    });

    test('does not know a check nobody asked for', async () => {
      expect(await verifier.getVerdict(`${kind}:1`)).toBeNull();
    });
  });

  test('a number that cannot be one is rejected', async () => {
    await expect(
      verifier.verifyPan({ referenceId: 'reference-bad', pan: 'NOT-A-PAN', name: 'Asha' }),
    ).rejects.toMatchObject({ outcome: 'rejected' });
  });

  test('wrong credentials are rejected', async () => {
    const stranger = cashfreeIdentity({
      baseUrl: `${sandbox.url}/verification`,
      clientId: 'sandbox',
      clientSecret: 'wrong',
    });
    await expect(
      stranger.verifyPan({ referenceId: 'r', pan: 'ABCPK1234F', name: 'Asha' }),
    ).rejects.toMatchObject({
      outcome: 'rejected',
    });
  });
});
