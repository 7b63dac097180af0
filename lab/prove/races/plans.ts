import type { ChangeAnswer } from '@fws/contract/contracts/change-orders/model';
import { answerChange, moveFund, proposeChange } from '@fws/contract/contracts/calls';
import type { WantedPlan } from '@fws/contract/contracts/schemas';
import type { ObservedState } from '../support/product/observe.ts';
import type { Product } from '../support/product/product.ts';
import { AMOUNT_PAISE, type Fixture } from '../support/fixtures.ts';
import { acceptAndRelease, cancel, raise, type RaceAction } from './actions.ts';
import { DONE, type Pair } from './pair.ts';

// A second milestone that nobody has paid for, and a change of it, with what else can happen to it and to its job.

const OTHER_PAISE = 7_777;
type Caller = 'posterId' | 'workerId';
const KEEP: WantedPlan = { parts: [], removedIds: [], finishBy: null, note: '' };

async function findSecond({ db }: Product, { jobId }: Fixture): Promise<number> {
  const { id } = await db
    .selectFrom('milestone')
    .select('id')
    .where('job_id', '=', jobId)
    .where('position', '=', 2)
    .executeTakeFirstOrThrow();
  return id;
}

const findChange = async ({ db }: Product, { jobId }: Fixture) =>
  db
    .selectFrom('change_order')
    .select(['id', 'turns'])
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

const propose =
  (by: Caller, buildWanted: (secondId: number) => WantedPlan): RaceAction =>
  async (product, laid) => {
    const wanted = buildWanted(await findSecond(product, laid));
    return (await product.call(proposeChange, laid[by], { jobId: laid.jobId, planVersion: '', wanted })).ok;
  };
const answer =
  (by: Caller, kind: ChangeAnswer, wanted: WantedPlan = KEEP): RaceAction =>
  async (product, laid) => {
    const change = await findChange(product, laid);
    const command = { changeId: change?.id ?? 1, answer: kind, version: 1, wanted };
    return (await product.call(answerChange, laid[by], command)).ok;
  };
const agree = answer('posterId', 'agree');

const add = (amountPaise: number): WantedPlan => ({
  ...KEEP,
  parts: [{ milestoneId: null, name: 'Added', amountPaise }],
});
const edit = (milestoneId: number): WantedPlan => ({
  ...KEEP,
  parts: [{ milestoneId, name: 'Other', amountPaise: OTHER_PAISE }],
});
const remove = (milestoneId: number): WantedPlan => ({ ...KEEP, removedIds: [milestoneId] });

const inOrder =
  (...actions: readonly RaceAction[]): RaceAction =>
  async (product, laid) => {
    let result: boolean | null = null;
    for (const action of actions) result = await action(product, laid);
    return result;
  };

const addSecond: RaceAction = async (product, laid) => {
  const command = { jobId: laid.jobId, planVersion: '', wanted: add(AMOUNT_PAISE) };
  await product.call(proposeChange, laid.workerId, command);
  return agree(product, laid);
};
const proposeEdit = propose('workerId', edit);
const proposeRemoval = propose('workerId', remove);

/** Opens an order of the second milestone, or uses the open one. */
const fundSecond: RaceAction = async (product, laid) => {
  const milestoneId = await findSecond(product, laid);
  const command = {
    jobId: laid.jobId,
    milestoneId,
    step: 'funded' as const,
    amountPaise: null,
    acceptsWork: false,
  };
  return (await product.call(moveFund, laid.posterId, command)).ok;
};
/** The payer pays the order of the second milestone, and the product books it. */
const paySecond: RaceAction = async (product, laid) => {
  const milestoneId = await findSecond(product, laid);
  const order = await product.db
    .selectFrom('escrow_order')
    .select(['id', 'amount_paise'])
    .where('milestone_id', '=', milestoneId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!order) return null;
  await product.runTask('register_order', { orderId: order.id });
  product.outside.orders.get(order.id)?.attempts.unshift({
    paymentId: `paid${order.id}`,
    amountPaise: order.amount_paise,
    currency: 'INR',
    status: 'success',
    begunAt: product.clock.ms(),
  });
  await product.runTask('check_order', { orderId: order.id });
  return null;
};
/** The order of the second milestone ends unpaid. */
const endOrder: RaceAction = async (product, laid) => {
  const milestoneId = await findSecond(product, laid);
  const { rows } = await product.owner.query<{ id: string }>(
    `UPDATE escrow_order SET expires_at = $2 WHERE milestone_id = $1 RETURNING id`,
    [milestoneId, new Date(product.clock.ms() - 1)],
  );
  for (const { id } of rows) {
    await product.runTask('register_order', { orderId: id });
    await product.runTask('check_order', { orderId: id });
  }
  return null;
};
const lapse: RaceAction = async (product, laid) => {
  const change = await findChange(product, laid);
  if (!change) return null;
  await product.owner.query('UPDATE change_order SET due_at = $2 WHERE id = $1 AND closed_at IS NULL', [
    change.id,
    new Date(product.clock.ms() - 1),
  ]);
  await product.runTask('lapse_change', { changeId: change.id });
  return null;
};

const SETTLED = ['released', 'refund_pending', 'refunded', 'removed'];

/** What holds after every race of these. */
function findViolation({
  job,
  contract,
  milestones,
  orders,
  payments,
  change,
}: ObservedState): string | null {
  const second = milestones[1];
  if (!second) return 'the second milestone is gone';
  const live = milestones.filter(({ fund }) => fund !== 'removed');
  const total = live.reduce((sum, { paise }) => sum + paise, 0);
  if (contract?.total !== total) return 'the total is not that of the milestones';
  const own = orders.filter(({ milestone }) => milestone === second.id);
  const isLive = (state: string) => state === 'created' || state === 'active';
  if (own.some(({ state, paise }) => isLive(state) && paise !== second.paise))
    return 'an open order is about another amount';
  const applied = payments.filter((payment) => payment.applied && own.some(({ id }) => id === payment.order));
  if (applied.some(({ paise }) => paise !== second.paise)) return 'a payment met a changed amount';
  if (second.fund === 'removed' && applied.length > 0) return 'a removed milestone is paid';
  const hasEnded = job !== 'awarded' && job !== 'in_progress';
  if (hasEnded && change !== null) return 'a change is open although the job has ended';
  if (!hasEnded && milestones.every(({ fund }) => SETTLED.includes(fund))) return 'nothing ends the job';
  return milestones.length > 3 ? 'a change was made twice' : null;
}

const createPair = (
  name: string,
  [first, second]: readonly [RaceAction, RaceAction],
  { prepare, exclusive = false, from = { fund: 'funded' } }: Partial<Pair> = {},
): Pair => ({
  name: `change: ${name}`,
  from,
  prepare: prepare ? inOrder(addSecond, prepare) : addSecond,
  first,
  second,
  exclusive,
  paysMore: true,
  findViolation,
});

/** A change of the plan, with funding, release, cancelling, a dispute, and the other side's answers. */
export const PLANS: readonly Pair[] = [
  createPair('agree | open an order', [agree, fundSecond], { prepare: proposeEdit }),
  createPair('agree to a removal | open an order', [agree, fundSecond], {
    prepare: proposeRemoval,
    exclusive: true,
  }),
  createPair('agree | payment of an open order', [agree, paySecond], {
    prepare: inOrder(proposeEdit, fundSecond),
  }),
  createPair('agree | late payment of an ended order', [agree, paySecond], {
    prepare: inOrder(fundSecond, endOrder, proposeEdit),
  }),
  createPair('agree to a removal | late payment of an ended order', [agree, paySecond], {
    prepare: inOrder(fundSecond, endOrder, proposeRemoval),
  }),
  createPair('agree | release of the other', [agree, acceptAndRelease], { prepare: proposeEdit, from: DONE }),
  createPair('agree to a removal | release of the other', [agree, acceptAndRelease], {
    prepare: proposeRemoval,
    from: DONE,
  }),
  createPair(
    'propose | release of the other',
    [propose('workerId', () => add(OTHER_PAISE)), acceptAndRelease],
    {
      prepare: inOrder(proposeRemoval, answer('posterId', 'refuse')),
      from: DONE,
    },
  ),
  createPair('agree | cancel', [agree, cancel], { prepare: proposeEdit }),
  createPair('agree to a removal | cancel', [agree, cancel], { prepare: proposeRemoval }),
  createPair('propose | cancel', [proposeEdit, cancel]),
  createPair('agree | cancel of started work, which is split', [agree, cancel], {
    prepare: proposeEdit,
    from: { fund: 'funded', work: 'started' },
  }),
  createPair('agree | dispute of the other', [agree, raise('workerId')], {
    prepare: proposeEdit,
    from: DONE,
  }),
  createPair('propose | propose', [proposeEdit, propose('posterId', remove)], { exclusive: true }),
  createPair('agree | agree', [agree, agree], { prepare: propose('workerId', () => add(OTHER_PAISE)) }),
  createPair('agree | refuse', [agree, answer('posterId', 'refuse')], {
    prepare: proposeEdit,
    exclusive: true,
  }),
  createPair('agree | another change', [agree, answer('posterId', 'counter', add(OTHER_PAISE))], {
    prepare: proposeEdit,
    exclusive: true,
  }),
  createPair('agree | withdraw', [agree, answer('workerId', 'withdraw')], {
    prepare: proposeEdit,
    exclusive: true,
  }),
  createPair('agree | the time is over', [agree, lapse], { prepare: proposeEdit }),
];
