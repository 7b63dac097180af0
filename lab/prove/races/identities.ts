import { verifyEmail, verifyMobile } from '@fws/contract/identity/calls';
import type { OtpChannel } from '@fws/contract/identity/model';
import { replaceOtp, findLiveOtp } from '../../../server/src/domains/identity/otp/store.ts';
import { deriveOtpCode, toVerifyAddress } from '../../../server/src/domains/identity/rules.ts';
import { conclude, openCheck } from '../../../server/src/domains/kyc/checks/service.ts';
import type { CheckRow } from '../../../server/src/domains/kyc/checks/store.ts';
import { fingerprintNumber } from '../../../server/src/domains/kyc/fingerprints/rules.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import type { Fixture } from '../support/fixtures.ts';
import type { Product } from '../support/product/product.ts';
import type { RaceAction } from './actions.ts';
import type { Pair } from './pair.ts';

/** Two people with contacts of their own, but for those given. */
const insertPeople = async (
  { db, clock }: Product,
  { jobId }: Fixture,
  { isVerified, ...shared }: { isVerified: boolean; email?: string; mobile?: string },
): Promise<{ id: number }[]> =>
  db
    .insertInto('user_account')
    .values(
      [0, 1].map((index) => ({
        first_name: 'Asha',
        last_name: 'Kale',
        email: `asha${2 * jobId + index}@mail.example`,
        email_verified_at: isVerified ? clock.now() : null,
        mobile: `+91${7_000_000_000 + 2 * jobId + index}`,
        mobile_verified_at: isVerified ? clock.now() : null,
        password_hash: null,
        register_for: 'individual' as const,
        looking_for: ['services'],
        location: 'Pune',
        suspended_at: null,
        ...shared,
      })),
    )
    .returning('id')
    .execute();

const checksByFixture = new WeakMap<Fixture, CheckRow[]>();

/** Two accounts have sent the same PAN, and the vendor is about to answer both. */
const sendOnePanTwice: RaceAction = async (product, laid) => {
  const now = product.clock.now();
  const fingerprints = fingerprintNumber(product.deps.identityKeys, 'pan', `PAN of job ${laid.jobId}`);
  const users = await insertPeople(product, laid, { isVerified: true });
  const checks: CheckRow[] = [];
  for (const { id: userId } of users)
    checks.push(
      await inTx(product.db, (tx) =>
        openCheck(tx, {
          userId,
          identityState: 'none',
          kind: 'pan',
          numberLast4: '234F',
          videoId: null,
          providerReference: null,
          nameOnId: '',
          fingerprints,
          now,
        }),
      ),
    );
  checksByFixture.set(laid, checks);
  return null;
};

/** The vendor's answer: the number is this person's. Resolves with whether it verified the account. */
const answerCheck =
  (index: number): RaceAction =>
  async (product, laid) => {
    const check = checksByFixture.get(laid)?.[index];
    if (!check) throw new Error('no check was opened');
    const decision = { state: 'verified' as const, name: 'ASHA KALE' };
    const decided = await conclude(product.deps, check, {
      decision,
      providerReference: null,
      fingerprints: [],
    });
    return decided.state === 'verified';
  };

interface Prover {
  userId: number;
  address: string;
  otp: string;
}
const proversByFixture = new WeakMap<Fixture, Prover[]>();

/** Two accounts have the same contact, which nobody has proven, and each a code to it. */
const sendTwoCodes =
  (channel: OtpChannel): RaceAction =>
  async (product, laid) => {
    const address =
      channel === 'email' ? `both${laid.jobId}@mail.example` : `+91${8_000_000_000 + laid.jobId}`;
    const users = await insertPeople(product, laid, { isVerified: false, [channel]: address });
    const now = product.clock.now();
    const provers: Prover[] = [];
    for (const { id: userId } of users) {
      const to = toVerifyAddress(userId, { channel, address });
      await inTx(product.db, (tx) => replaceOtp(tx, to, now));
      const otp = await findLiveOtp(product.db, to, now);
      if (!otp) throw new Error('no code was created');
      provers.push({ userId, address, otp: deriveOtpCode(product.deps.keyring.current, otp) });
    }
    proversByFixture.set(laid, provers);
    return null;
  };

const prove =
  (channel: OtpChannel, index: number): RaceAction =>
  async (product, laid) => {
    const prover = proversByFixture.get(laid)?.[index];
    if (!prover) throw new Error('no code was sent');
    const { userId, address, otp } = prover;
    const proven =
      channel === 'email'
        ? await product.call(verifyEmail, userId, { email: address, otp })
        : await product.call(verifyMobile, userId, { mobile: address, otp });
    return proven.ok;
  };

const createProvers = (channel: OtpChannel): Pair => ({
  name: `one ${channel} proven by two accounts`,
  from: { fund: 'funded' },
  prepare: sendTwoCodes(channel),
  first: prove(channel, 0),
  second: prove(channel, 1),
  exclusive: true,
});

/** One identity verifies one account: of two that send the same number, the other waits for a person. One contact is proven by one account. */
export const IDENTITIES: readonly Pair[] = [
  {
    name: 'one PAN for two accounts',
    from: { fund: 'funded' },
    prepare: sendOnePanTwice,
    first: answerCheck(0),
    second: answerCheck(1),
    exclusive: true,
  },
  createProvers('mobile'),
  createProvers('email'),
];
