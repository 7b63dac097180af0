import { AMOUNT_PAISE } from '../support/fixtures.ts';
import type { ObservedState } from '../support/product/observe.ts';
import {
  acceptAndRelease,
  buildFundStep,
  autoRelease,
  cancel,
  change,
  raise,
  withdrawDispute,
  settleAll,
  withdrawAll,
  earn,
  earnFree,
  endRests,
  settleAsAdmin,
} from './actions.ts';
import { ACCEPTED, DONE, type Pair } from './pair.ts';

const checkReleased = ({ milestones }: ObservedState): string | null =>
  milestones.every(({ fund }) => fund === 'released') ? null : 'the money was not released';
/** Never accepted and left there: one command takes both steps or none. */
const checkReleasedOrHeld = ({ milestones }: ObservedState): string | null =>
  milestones.every(({ fund, held }) => fund === 'released' || (fund === 'funded' && held))
    ? null
    : 'the milestone is neither released nor on hold as it was';

/** Races between two people, or a person and the clock. */
export const PEOPLE: readonly Pair[] = [
  { name: 'release | release', from: ACCEPTED, first: earn, second: earn, exclusive: false },
  {
    name: 'release | release, one key',
    from: ACCEPTED,
    first: buildFundStep('released', 'k'),
    second: buildFundStep('released', 'k'),
    exclusive: false,
  },
  {
    name: 'release | released by itself',
    from: ACCEPTED,
    first: earn,
    second: autoRelease,
    exclusive: false,
  },
  {
    name: 'released by itself, twice',
    from: DONE,
    first: autoRelease,
    second: autoRelease,
    exclusive: false,
  },
  { name: 'release | dispute', from: ACCEPTED, first: earn, second: raise('workerId'), exclusive: false },
  {
    name: 'released by itself | dispute',
    from: DONE,
    first: autoRelease,
    second: raise('posterId'),
    exclusive: false,
  },
  {
    name: 'released by itself | change asked for',
    from: DONE,
    first: autoRelease,
    second: change,
    exclusive: false,
  },
  { name: 'released by itself | cancel', from: DONE, first: autoRelease, second: cancel, exclusive: false },
  {
    name: 'accept and release | accept and release',
    from: DONE,
    first: acceptAndRelease,
    second: acceptAndRelease,
    exclusive: false,
    findViolation: checkReleased,
  },
  {
    name: 'accept and release, one key',
    from: DONE,
    first: buildFundStep('released', 'k', true),
    second: buildFundStep('released', 'k', true),
    exclusive: false,
    findViolation: checkReleased,
  },
  {
    name: 'accept and release | released by itself',
    from: DONE,
    first: acceptAndRelease,
    second: autoRelease,
    exclusive: false,
    findViolation: checkReleased,
  },
  {
    name: 'accept and release | accept',
    from: DONE,
    first: acceptAndRelease,
    second: buildFundStep('accepted'),
    exclusive: false,
    findViolation: checkReleased,
  },
  {
    name: 'accept and release | dispute',
    from: DONE,
    first: acceptAndRelease,
    second: raise('workerId'),
    exclusive: false,
    findViolation: checkReleasedOrHeld,
  },
  {
    name: 'accept and release | change asked for',
    from: DONE,
    first: acceptAndRelease,
    second: change,
    exclusive: true,
  },
  {
    // Finished work cannot be cancelled, whatever comes first.
    name: 'accept and release | cancel',
    from: DONE,
    first: acceptAndRelease,
    second: cancel,
    exclusive: true,
    findViolation: checkReleased,
  },
  {
    name: 'accept | change asked for',
    from: DONE,
    first: buildFundStep('accepted'),
    second: change,
    exclusive: true,
  },
  { name: 'accept | cancel', from: DONE, first: buildFundStep('accepted'), second: cancel, exclusive: false },
  { name: 'cancel | cancel', from: { fund: 'funded' }, first: cancel, second: cancel, exclusive: false },
  {
    // A cancelled job can be disputed, and there is nothing to cancel in a disputed one.
    name: 'cancel | dispute',
    from: { fund: 'funded' },
    first: cancel,
    second: raise('workerId'),
    exclusive: false,
  },
  {
    name: 'dispute | dispute',
    from: DONE,
    first: raise('posterId'),
    second: raise('workerId'),
    exclusive: true,
  },
  {
    name: 'settle for one | settle for the other',
    from: DONE,
    prepare: raise('posterId'),
    first: settleAll(AMOUNT_PAISE),
    second: settleAll(0),
    exclusive: true,
  },
  {
    name: 'settle | dispute taken back',
    from: DONE,
    prepare: raise('posterId'),
    first: settleAll(5_000),
    second: withdrawDispute,
    exclusive: true,
  },
  {
    name: 'dispute taken back | released by itself',
    from: DONE,
    prepare: raise('posterId'),
    first: withdrawDispute,
    second: autoRelease,
    exclusive: false,
  },
  {
    name: 'withdraw all | withdraw all',
    from: ACCEPTED,
    prepare: earnFree,
    first: withdrawAll,
    second: withdrawAll,
    exclusive: true,
  },
  {
    name: 'withdraw all | end of rest',
    from: ACCEPTED,
    prepare: earn,
    first: withdrawAll,
    second: endRests,
    exclusive: false,
  },
  {
    name: "settle | the admin's own call",
    from: DONE,
    prepare: raise('posterId'),
    first: settleAsAdmin,
    second: settleAll(0),
    exclusive: true,
  },
  {
    name: "the admin's own call, twice",
    from: DONE,
    prepare: raise('posterId'),
    first: settleAsAdmin,
    second: settleAsAdmin,
    exclusive: true,
  },
];
