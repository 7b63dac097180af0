import { moveFund, moveWork, requestChange } from '@fws/contract/contracts/calls';
import { WORK_STEPS, type FundStep } from '@fws/contract/contracts/model';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { setRates } from '../../../server/src/domains/ledger/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { expectVerdict, pick, PORT_FAULTS, type Action } from './action.ts';
import { DAY_MS } from './durations.ts';
import { callWithKey, pickCaller } from './calling.ts';
import { toIndianDay } from './state.ts';
import { findDoorCode } from './visits.ts';
import { RATES } from './world.ts';

/** The poster's steps; the last one accepts the work and releases the money. */
const FUND_COMMANDS: readonly (readonly [step: FundStep, acceptsWork?: boolean])[] = [
  ['funded'],
  ['accepted'],
  ['released'],
  ['released', true],
];

/** Actions of posters, workers and admins, which others attempt too. */
export const people = {
  async moveFund(context) {
    const { model, world, a, b, c } = context;
    const index = a % Math.max(1, model.milestones.length);
    const milestone = model.milestones[index];
    const [step, acceptsWork] = pick(FUND_COMMANDS, b) ?? [];
    if (!milestone || !step) return 'idle';
    if (acceptsWork) context.variant = 'accepting too';
    const caller = pickCaller(model, model.people.poster, c);
    const { product, outside } = world;
    outside.arm(pick(PORT_FAULTS, c) ?? []);
    const command = {
      jobId: world.jobId,
      milestoneId: milestone.id,
      step,
      amountPaise: null,
      acceptsWork: acceptsWork === true,
    };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      product.call(moveFund, caller, command, key),
    );
    outside.arm([]);
    return expectVerdict(
      `${step} of milestone ${index}`,
      model.moveFund(index, { step, acceptsWork: acceptsWork === true }, caller, product.clock.ms()),
      answer,
    );
  },
  async moveWork({ model, world, a, b, c }) {
    const index = a % Math.max(1, model.milestones.length);
    const milestone = model.milestones[index];
    const step = pick(WORK_STEPS, b);
    if (!milestone || !step) return 'idle';
    const caller = pickCaller(model, model.worker ?? 0, c);
    const isAtDoor = step === 'started' && index === 0 && model.visit !== null && c % 4 > 0;
    const code = isAtDoor ? await findDoorCode(world, model, c % 4 === 2 ? 1 : null) : null;
    const command = {
      jobId: world.jobId,
      milestoneId: milestone.id,
      step,
      note: '',
      photoIds: null,
      code: code?.digits ?? '',
    };
    const answer = await world.product.call(moveWork, caller, command);
    const expected = model.moveWork(index, { step, code }, caller, world.product.clock.ms());
    return expectVerdict(`${step} of milestone ${index}`, expected, answer);
  },
  async requestChange({ model, world, a, c }) {
    const index = a % Math.max(1, model.milestones.length);
    const milestone = model.milestones[index];
    if (!milestone) return 'idle';
    const caller = pickCaller(model, model.people.poster, c);
    const command = { jobId: world.jobId, milestoneId: milestone.id, comment: 'Again, please' };
    const answer = await world.product.call(requestChange, caller, command);
    return expectVerdict(
      `change of milestone ${index}`,
      model.requestChange(index, caller, world.product.clock.ms()),
      answer,
    );
  },
  async withdraw({ model, world, a, b, c }) {
    const user = pick(model.people.workers, a) ?? 0;
    const now = world.product.clock.ms();
    const free = model.getWallet(user).getFree(now);
    const wallet = model.getWalletPaise(user);
    const amountPaise = Math.max(
      100,
      pick([free, Math.floor(free / 2), free + 1, 100, free - 1, wallet], b) ?? 100,
    );
    const command = { amountPaise, accountId: world.accounts.get(user) ?? 0, otp: '' };
    const answer = await callWithKey(c % 3, world.nextId(), (key) =>
      world.product.call(withdrawRequest, user, command, key),
    );
    return expectVerdict(
      'withdrawing',
      model.withdraw(user, amountPaise, { verified: !world.unverified.has(user), now }),
      answer,
    );
  },
  /** Sets other deduction rates from a future day on. */
  async setRates({ model, world, a, b }) {
    const { db, clock } = world.product;
    const rates = pick(RATES, a);
    if (!rates) return 'idle';
    const from = toIndianDay(clock.ms() + (1 + (b % 3)) * DAY_MS);
    const { feeBps, gstBps, tdsBps, welfareBps, welfareCapPaise } = rates;
    const row = { effectiveOn: from, platformFeeBps: feeBps, gstBps, tdsBps, welfareBps, welfareCapPaise };
    await inTx(db, (tx) => setRates(tx, { ...row, setBy: null, reason: 'As decided', now: clock.now() }));
    model.rates.push({ from, ...rates });
    return 'done';
  },
  async loseIdentity({ model, world, a }) {
    const user = pick(model.people.workers, a) ?? 0;
    const isVerified = world.unverified.delete(user);
    if (!isVerified) world.unverified.add(user);
    await world.product.owner.query('UPDATE user_account SET identity_state = $2 WHERE id = $1', [
      user,
      isVerified ? 'verified' : 'refused',
    ]);
    return 'done';
  },
} satisfies Record<string, Action>;
