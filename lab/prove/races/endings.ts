import type { SplitAnswer } from '@fws/contract/contracts/model';
import { answerSplit, cancelJob, moveWork, proposeSplit } from '@fws/contract/contracts/calls';
import type { ObservedState } from '../support/product/observe.ts';
import type { Product } from '../support/product/product.ts';
import { AMOUNT_PAISE, type Fixture } from '../support/fixtures.ts';
import {
  acceptAndRelease,
  autoRelease,
  bookOrder,
  buildFundStep,
  cancel,
  change,
  checkChargeback,
  OPEN,
  payAtProvider,
  raise,
  setChargeback,
  settleAll,
  type RaceAction,
} from './actions.ts';
import { DONE, PENDING, type Pair } from './pair.ts';

const STARTED = { fund: 'funded', work: 'started' } as const;
const UNTOUCHED = { fund: 'funded' } as const;

const cancelAsWorker: RaceAction = async (product, { jobId, workerId }) =>
  (await product.call(cancelJob, workerId, { jobId, comment: 'No time', refundPaise: null, excuse: null }))
    .ok;
const buildWorkStep =
  (step: 'started' | 'completed' | 'payment_requested'): RaceAction =>
  async (product, { jobId, milestoneId, workerId }) =>
    (await product.call(moveWork, workerId, { jobId, milestoneId, step, note: '', photoIds: null, code: '' }))
      .ok;

const findSplit = async ({ db }: Product, { jobId }: Fixture) =>
  db
    .selectFrom('split')
    .select(['id', 'version'])
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
const propose =
  (by: 'posterId' | 'workerId', workerPaise: number): RaceAction =>
  async (product, laid) => {
    const command = { milestoneId: laid.milestoneId, workerPaise, comment: '', version: 0 };
    return (await product.call(proposeSplit, laid[by], command)).ok;
  };
const answer =
  (kind: SplitAnswer, workerPaise: number | null = null): RaceAction =>
  async (product, laid) => {
    const split = await findSplit(product, laid);
    const command = { splitId: split?.id ?? 1, answer: kind, workerPaise, comment: '', version: 1 };
    return (await product.call(answerSplit, laid.workerId, command)).ok;
  };
/** The time of the split is over: the clock is the same for all races, so that its row is set back. */
const endSplit: RaceAction = async (product, laid) => {
  const split = await findSplit(product, laid);
  if (!split) return null;
  await product.owner.query('UPDATE split SET due_at = $2 WHERE id = $1 AND closed_at IS NULL', [
    split.id,
    new Date(product.clock.ms() - 1),
  ]);
  await product.runTask('end_split', { splitId: split.id });
  return null;
};
const continueEnding: RaceAction = async (product, { jobId }) => {
  await product.runTask('continue_ending', { jobId });
  return null;
};
const inOrder =
  (...actions: readonly RaceAction[]): RaceAction =>
  async (product, laid) => {
    let result: boolean | null = null;
    for (const action of actions) result = await action(product, laid);
    return result;
  };
const proposed = inOrder(cancel, propose('posterId', 5_000));

/** Finished work was never ended by one side. */
const checkFinished = ({ milestones, refunds }: ObservedState): string | null =>
  milestones.some(({ work }) => work === 'completed' || work === 'payment_requested') && refunds.length > 0
    ? 'finished work went back'
    : null;
/** The money is in one place: divided once, held by a dispute, or still to be divided. */
const checkDividedOnce = ({ milestones, disputes, splits }: ObservedState): string | null => {
  const [milestone] = milestones;
  const isDivided = milestone?.fund !== 'funded';
  // A dispute of a job without money in escrow holds nothing: it is a record for an admin.
  const isDisputed = disputes.some((dispute) => dispute.state === 'open' && dispute.milestones.length > 0);
  return [isDivided, isDisputed, splits.length > 0].filter(Boolean).length <= 1
    ? null
    : 'the milestone is divided, disputed or awaited at the same time';
};
const checkAll = (observed: ObservedState): string | null =>
  checkDividedOnce(observed) ?? checkFinished(observed);

const createPair = (
  name: string,
  from: Pair['from'],
  [first, second]: readonly [RaceAction, RaceAction],
  { prepare, exclusive = false }: { prepare?: RaceAction; exclusive?: boolean } = {},
): Pair => ({
  name,
  from,
  first,
  second,
  exclusive,
  findViolation: checkAll,
  ...(prepare ? { prepare } : {}),
});

/** Cancelling, splitting and disputing, each with each step of the work and of the money. */
export const ENDINGS: readonly Pair[] = [
  createPair('cancel | cancel by the worker', UNTOUCHED, [cancel, cancelAsWorker]),
  createPair('cancel | start', UNTOUCHED, [cancel, buildWorkStep('started')]),
  createPair('cancel | complete', STARTED, [cancel, buildWorkStep('completed')]),
  createPair('cancel by the worker | complete', STARTED, [cancelAsWorker, buildWorkStep('completed')]),
  createPair('cancel | ask for payment', { fund: 'funded', work: 'completed' }, [
    cancel,
    buildWorkStep('payment_requested'),
  ]),
  createPair('cancel | accept', { fund: 'funded', work: 'completed' }, [cancel, buildFundStep('accepted')]),
  createPair('cancel | change asked for', DONE, [cancel, change]),
  createPair('cancel | payment', { ...PENDING }, [cancel, inOrder(payAtProvider, bookOrder)]),
  createPair('cancel | chargeback', STARTED, [cancel, checkChargeback], { prepare: setChargeback(OPEN) }),
  createPair('cancel | settle', STARTED, [cancel, settleAll(5_000)], { prepare: raise('workerId') }),
  createPair('cancel | dispute of started work', STARTED, [cancel, raise('workerId')]),

  createPair('propose | propose', STARTED, [propose('posterId', 5_000), propose('workerId', 6_000)], {
    prepare: cancel,
    exclusive: true,
  }),
  createPair(
    'propose all of it | propose nothing',
    STARTED,
    [propose('posterId', AMOUNT_PAISE), propose('workerId', 0)],
    {
      prepare: cancel,
      exclusive: true,
    },
  ),
  createPair('propose | complete', STARTED, [propose('posterId', 5_000), buildWorkStep('completed')], {
    prepare: cancel,
  }),
  createPair('propose | dispute', STARTED, [propose('posterId', 5_000), raise('workerId')], {
    prepare: cancel,
  }),
  createPair('agree | agree', STARTED, [answer('agree'), answer('agree')], { prepare: proposed }),
  createPair('agree | refuse', STARTED, [answer('agree'), answer('refuse')], {
    prepare: proposed,
    exclusive: true,
  }),
  createPair('agree | another sum', STARTED, [answer('agree'), answer('counter', 6_000)], {
    prepare: proposed,
    exclusive: true,
  }),
  createPair('refuse | another sum', STARTED, [answer('refuse'), answer('counter', 6_000)], {
    prepare: proposed,
    exclusive: true,
  }),
  createPair('agree | complete', STARTED, [answer('agree'), buildWorkStep('completed')], {
    prepare: proposed,
    exclusive: true,
  }),
  createPair('agree | dispute', STARTED, [answer('agree'), raise('posterId')], { prepare: proposed }),
  createPair('agree | the time is over', STARTED, [answer('agree'), endSplit], { prepare: proposed }),
  createPair('agree | chargeback', STARTED, [answer('agree'), checkChargeback], {
    prepare: inOrder(proposed, setChargeback(OPEN)),
  }),
  createPair('refuse | dispute', STARTED, [answer('refuse'), raise('posterId')], {
    prepare: proposed,
    exclusive: true,
  }),
  createPair('the time is over, twice', STARTED, [endSplit, endSplit], { prepare: cancel }),
  createPair('the time is over | complete', STARTED, [endSplit, buildWorkStep('completed')], {
    prepare: cancel,
  }),
  createPair('the time is over | propose', STARTED, [endSplit, propose('workerId', 6_000)], {
    prepare: cancel,
  }),
  createPair('the time is over | dispute', STARTED, [endSplit, raise('workerId')], { prepare: cancel }),

  createPair('dispute | start', UNTOUCHED, [raise('posterId'), buildWorkStep('started')]),
  createPair('dispute | complete', STARTED, [raise('posterId'), buildWorkStep('completed')]),
  createPair('dispute | ask for payment', { fund: 'funded', work: 'completed' }, [
    raise('posterId'),
    buildWorkStep('payment_requested'),
  ]),
  createPair('dispute | change asked for', DONE, [raise('workerId'), change]),
  createPair('dispute of cancelled work | goes on by itself', STARTED, [raise('workerId'), continueEnding], {
    prepare: cancel,
  }),
  createPair(
    'completed after cancelling: release | released by itself',
    STARTED,
    [acceptAndRelease, autoRelease],
    {
      prepare: inOrder(cancel, buildWorkStep('completed'), buildWorkStep('payment_requested')),
    },
  ),
  createPair(
    'completed after cancelling: release | dispute',
    STARTED,
    [acceptAndRelease, raise('workerId')],
    {
      prepare: inOrder(cancel, buildWorkStep('completed')),
    },
  ),
  createPair('completed after cancelling: release | change', STARTED, [acceptAndRelease, change], {
    prepare: inOrder(cancel, buildWorkStep('completed')),
    exclusive: true,
  }),
];
