import { conclude, openCheck } from '../../server/src/domains/kyc/checks.ts';
import type { CheckRow } from '../../server/src/domains/kyc/checks-store.ts';
import { fingerprintNumber } from '../../server/src/domains/kyc/fingerprints.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import type { Fixture } from '../support/fixtures.ts';
import type { RaceAction } from './actions.ts';
import type { Pair } from './pair.ts';

const checksByFixture = new WeakMap<Fixture, CheckRow[]>();

/** Two accounts have sent the same PAN, and the vendor is about to answer both. */
const sendOnePanTwice: RaceAction = async (product, laid) => {
  const now = product.clock.now();
  const fingerprints = fingerprintNumber(product.deps.identityKeys, 'pan', `PAN of job ${laid.jobId}`);
  const users = await product.db
    .insertInto('user_account')
    .values(
      [0, 1].map((index) => ({
        first_name: 'Asha',
        last_name: 'Kale',
        email: `asha${2 * laid.jobId + index}@mail.example`,
        email_verified_at: now,
        mobile: `+91${7_000_000_000 + 2 * laid.jobId + index}`,
        mobile_verified_at: now,
        password_hash: null,
        register_for: 'individual' as const,
        looking_for: ['services'],
        location: 'Pune',
        suspended_at: null,
      })),
    )
    .returning('id')
    .execute();
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

/** One identity verifies one account: of two that send the same number, the other waits for a person. */
export const IDENTITIES: readonly Pair[] = [
  {
    name: 'one PAN for two accounts',
    from: { fund: 'funded' },
    prepare: sendOnePanTwice,
    first: answerCheck(0),
    second: answerCheck(1),
    exclusive: true,
  },
];
