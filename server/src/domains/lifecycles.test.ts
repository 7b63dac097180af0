import { expect, test } from 'vitest';
import { approvalLifecycle } from '@fws/contract/admin/approvals/lifecycle';
import { settlementLifecycle } from '@fws/contract/admin/ledger/lifecycle';
import { chargebackLifecycle } from '@fws/contract/contracts/chargebacks/lifecycle';
import { fundLifecycle, workLifecycle } from '@fws/contract/contracts/lifecycle';
import { orderLifecycle } from '@fws/contract/contracts/orders/lifecycle';
import { splitLifecycle } from '@fws/contract/contracts/splitting/lifecycle';
import { refundLifecycle } from '@fws/contract/contracts/refunds/lifecycle';
import { disputeLifecycle } from '@fws/contract/disputes/lifecycle';
import { invitationLifecycle } from '@fws/contract/invitations/lifecycle';
import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import * as kyc from '@fws/contract/kyc/lifecycle';
import { withdrawalLifecycle } from '@fws/contract/payouts/lifecycle';
import type { Lifecycle, Transition } from '@fws/contract/platform/lifecycle';
import { POSTING_KINDS } from '@fws/contract/platform/posting-kinds';
import { repeatDateLifecycle, repeatLifecycle } from '@fws/contract/repeats/lifecycle';
import { visitLifecycle } from '@fws/contract/visits/lifecycle';
import { quoteLifecycle } from '@fws/contract/quotes/lifecycle';
import { reviewLifecycle } from '@fws/contract/reviews/lifecycle';
import { domains } from './index.ts';
import type { Deps } from '../platform/deps.ts';

const lifecycles: Lifecycle<string, string>[] = [
  approvalLifecycle,
  settlementLifecycle,
  fundLifecycle,
  workLifecycle,
  orderLifecycle,
  refundLifecycle,
  chargebackLifecycle,
  splitLifecycle,
  disputeLifecycle,
  jobLifecycle,
  ...Object.values(kyc),
  withdrawalLifecycle,
  quoteLifecycle,
  invitationLifecycle,
  repeatLifecycle,
  repeatDateLifecycle,
  reviewLifecycle,
  visitLifecycle,
];
const transitions = lifecycles.flatMap(({ name, events }) =>
  Object.entries<Transition<string>>(events).map(([event, transition]) => ({
    event: `${name}: ${event}`,
    ...transition,
  })),
);

test('every timer of a lifecycle names tasks of the server', () => {
  // The tasks are only listed, so that nothing of this is used.
  const deps = {} as Deps;
  const tasks = new Set(domains.flatMap((domain) => Object.keys(domain.tasks?.(deps) ?? {})));
  const timed = transitions.flatMap(
    ({ event, timer }) => timer?.tasks.map((task) => ({ event, task })) ?? [],
  );
  expect(timed.length).toBeGreaterThan(5);
  expect(timed.filter(({ task }) => !tasks.has(task))).toEqual([]);
});

test('lists the postings that no event of a lifecycle names', () => {
  const named = new Set(transitions.flatMap(({ posts = [], mayPost = [] }) => [posts, mayPost].flat()));
  expect(POSTING_KINDS.filter((kind) => !named.has(kind))).toEqual([
    'provider_settled',
    'chargeback_written_off',
    'unapplied_refund_decided',
    'unapplied_credited',
    'own_funds_brought',
    'withdrawal_requested',
  ]);
});

test('each lifecycle names with an event what it says is also posted without one', () => {
  for (const { name, alsoPosted = [], events } of lifecycles)
    expect(
      alsoPosted.filter((kind) => !Object.values(events).some(({ posts }) => [posts].flat().includes(kind))),
      name,
    ).toEqual([]);
});
