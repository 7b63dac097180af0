import {
  answerNoShow,
  arrived,
  claimNoShow,
  endVisit,
  onMyWay,
  startVisit,
  visitList,
} from '@fws/contract/visits/calls';
import { calculateDoorCode } from '@fws/contract/visits/door/code';
import { expectVerdict, pick, type Action, type CommandContext } from './action.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { callWithKey, pickCaller } from './calling.ts';
import type { Expected } from './expected.ts';
import { getDueTime, isClaimed, isOpen, type ModelCode } from './visit.ts';
import type { World } from './world.ts';

const ONLINE = { device: '', counter: 0, deviceTime: null, serverTimeSeen: null };
const ANSWERS = ['agree', 'contest', 'illness', 'agree', 'hindered', 'safety'] as const;

/** How long ago, by the phone's clock and by the last time of the server that it saw. The phone's clock may be wrong. */
const PHONE_AGES_MS = [10 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, -HOUR_MS, 2 * DAY_MS];
const SEEN_AGES_MS = [HOUR_MS, null, 20 * MINUTE_MS, 10 * HOUR_MS, -MINUTE_MS];

const getMilestoneId = (model: Expected): number => model.milestones[0]?.id ?? 0;

const NO_DIGITS = { digits: 'none', isRight: false };

/** The digits on the poster's phone, or with a number, others. A phone that shows none gives a wrong code. */
export async function findDoorCode(
  { product, jobId }: World,
  model: Expected,
  wrong: number | null,
): Promise<ModelCode> {
  const list = await product.call(visitList, model.people.poster, { jobId });
  const visit = list.ok ? list.value.items[0] : undefined;
  if (!visit?.secret) return NO_DIGITS;
  const times = { startsMs: Date.parse(visit.startsAt), endsMs: Date.parse(visit.endsAt) };
  const digits = await calculateDoorCode(visit.secret, { ...visit, ...times });
  return wrong === null
    ? { digits, isRight: true }
    : { digits: String((Number(digits) + wrong) % 10_000).padStart(4, '0'), isRight: false };
}

/** What happens around the door, and what one side says of the other. */
export const visits = {
  async takeStep(context) {
    const { model, world, a, b, c } = context;
    if (!model.visit || model.worker === null) return 'idle';
    const { product } = world;
    const caller = pickCaller(model, model.worker, c);
    const now = product.clock.ms();
    const milestoneId = getMilestoneId(model);
    if (a % 4 === 0) {
      context.variant = 'on my way';
      const answer = await product.call(onMyWay, caller, { milestoneId, ...ONLINE });
      return expectVerdict('leaving for the visit', model.leaveForVisit(caller, now), answer);
    }
    const phoneAt = now - (pick(PHONE_AGES_MS, b) ?? 0);
    const seenAgeMs = pick(SEEN_AGES_MS, Math.floor(b / 5)) ?? null;
    const seenAt = seenAgeMs === null ? null : now - seenAgeMs;
    const isOnline = a % 4 < 3;
    context.variant = isOnline ? 'arrived' : 'arrived without a network';
    const step = isOnline
      ? ONLINE
      : {
          device: world.nextId(),
          counter: 1,
          deviceTime: new Date(phoneAt),
          serverTimeSeen: seenAt === null ? null : new Date(seenAt),
        };
    const send = () =>
      product.call(arrived, caller, { milestoneId, ...step, latitude: null, longitude: null });
    const expected = model.arriveAtVisit(
      caller,
      isOnline ? { phoneAt: now, seenAt: now, receivedAt: now } : { phoneAt, seenAt, receivedAt: now },
    );
    const verdict = expectVerdict('arriving', expected, await send());
    // A phone without an answer sends the step again.
    return isOnline ? verdict : expectVerdict('arriving again', expected, await send());
  },
  async startVisit(context) {
    const { model, world, a, b, c } = context;
    if (!model.visit) return 'idle';
    const isTap = a % 3 === 0;
    const wrong = a % 3 === 1 ? null : 1 + (b % 8);
    context.variant = isTap ? 'by the poster' : `with the ${wrong === null ? 'right' : 'wrong'} code`;
    const caller = pickCaller(model, isTap ? model.people.poster : (model.worker ?? 0), c);
    const shown = await findDoorCode(world, model, wrong);
    const code = caller === model.people.poster ? '' : shown.digits;
    const milestoneId = getMilestoneId(model);
    const { product } = world;
    const answer = await product.call(startVisit, caller, { milestoneId, ...ONLINE, code, signed: '' });
    const expected = model.startVisit(caller, shown, product.clock.ms());
    return expectVerdict(`starting ${context.variant}`, expected, answer);
  },
  async endVisit({ model, world, c }) {
    if (!model.visit || model.worker === null) return 'idle';
    const caller = pickCaller(model, model.worker, c);
    const answer = await world.product.call(endVisit, caller, { milestoneId: getMilestoneId(model) });
    return expectVerdict('leaving the visit', model.endVisit(caller, world.product.clock.ms()), answer);
  },
  async claimNoShow(context) {
    const { model, world, a, c } = context;
    if (!model.visit) return 'idle';
    const isWorkers = a % 2 === 0;
    context.variant = isWorkers ? 'by the worker' : 'by the poster';
    const caller = pickCaller(model, isWorkers ? (model.worker ?? 0) : model.people.poster, c);
    const answer = await world.product.call(claimNoShow, caller, { milestoneId: getMilestoneId(model) });
    return expectVerdict('claiming', model.claimNoShow(caller, world.product.clock.ms()), answer);
  },
  async answerNoShow(context) {
    const { model, world, a, b, c } = context;
    if (!model.visit) return 'idle';
    const asked = model.visit.claim?.by === 'poster' ? (model.worker ?? 0) : model.people.poster;
    const caller = pickCaller(model, asked, c);
    const given = pick(ANSWERS, b) ?? 'agree';
    context.variant = given;
    const isPlain = given === 'agree' || given === 'contest';
    const command = {
      milestoneId: getMilestoneId(model),
      ...(isPlain ? { answer: given, excuse: null } : { answer: 'excuse' as const, excuse: given }),
      details: 'As I say',
    };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(answerNoShow, caller, command, key),
    );
    const expected = model.answerNoShow(caller, given, world.product.clock.ms());
    return expectVerdict(`the answer ${given}`, expected, answer);
  },
  /** The message about an open claim reaches the phone of the other side. */
  async messageArrives({ model, world }) {
    const claim = model.visit?.state === 'claimed' ? model.visit.claim : null;
    if (!claim || claim.isTold) return 'idle';
    const userId = claim.by === 'poster' ? (model.worker ?? 0) : model.people.poster;
    await world.product.owner.query(
      `INSERT INTO notification_delivery (user_id, channel, dedupe_key, type, values, is_urgent, status, send_at,
          reference, link_code, created_at, changed_at)
        SELECT $1, 'sms', 'visit_claimed:' || job_id || ':' || changes, 'visit_claimed', '{}', true, 'delivered', $3,
          $4, $4, $3, $3 FROM visit WHERE job_id = $2`,
      [userId, world.jobId, world.product.clock.now(), world.nextId()],
    );
    claim.isTold = true;
    return 'done';
  },
  /** Time passes until something about the visit changes: by hours or by a millisecond. */
  async goToVisit({ model, world, a }) {
    const { visit } = model;
    if (!visit) return 'idle';
    const { clock } = world.product;
    const { startsAt, endsAt } = visit;
    const dueAt = getDueTime(visit);
    const times = isOpen(visit)
      ? [
          startsAt - 3 * HOUR_MS,
          startsAt - 3 * HOUR_MS + 1,
          startsAt,
          startsAt + 5 * MINUTE_MS,
          startsAt + 20 * MINUTE_MS,
          endsAt,
          endsAt + 1,
          endsAt + HOUR_MS,
          endsAt + 2 * DAY_MS,
          endsAt + 2 * DAY_MS + 1,
        ]
      : [dueAt, dueAt, (dueAt ?? 0) - 1];
    const time = pick(
      times.flatMap((candidate) => (candidate !== null && candidate > clock.ms() ? candidate : [])),
      a,
    );
    if (time === undefined) return 'idle';
    clock.advance(time - clock.ms());
    return 'done';
  },
} satisfies Record<string, Action>;

type VisitAction = keyof typeof visits | 'cancelJob' | 'timers' | 'timePasses';

/** What people would do about the visit next. */
export function listVisitActions({ model, world, a }: CommandContext): VisitAction[] {
  const { visit } = model;
  if (!visit) return [];
  if (isClaimed(visit))
    return [
      'messageArrives',
      'messageArrives',
      'answerNoShow',
      'goToVisit',
      'timers',
      'timePasses',
      'takeStep',
      'startVisit',
    ];
  if (visit.state === 'started') return ['endVisit'];
  if (!isOpen(visit) || !model.takesMoney || visit.fundedAt === null) return [];
  if (world.product.clock.ms() < visit.startsAt) return ['goToVisit', 'goToVisit', 'takeStep'];
  const usual = ['takeStep', 'takeStep', 'claimNoShow', 'claimNoShow', 'startVisit', 'goToVisit'] as const;
  return a % 4 === 3 ? [...usual, 'cancelJob', 'cancelJob'] : [...usual];
}
