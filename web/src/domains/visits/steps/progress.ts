import { isStartable, isVisitStarted } from '../states.ts';
import type { Visit } from '@fws/contract/visits/schemas';
import type { WaitingAction } from '../../../platform/outbox/index.ts';

export const getStepObject = (milestoneId: number): string => `visit:${milestoneId}`;

/** A step as the worker sees it. `waits`: the server does not know it yet. */
export interface TakenStep {
  at: string;
  waits: boolean;
}

/** How the work starts. `judged`: the code waits until the server judges it. `here`: it has started by
 * what this device has verified, and the server does not know yet. */
export type Start =
  | { kind: 'open'; refusal: WaitingAction['refusal'] }
  | { kind: 'judged'; at: string; code: string }
  | { kind: 'here'; at: string }
  | { kind: 'started'; at: string }
  | { kind: 'over' };

export interface Progress {
  left: TakenStep | null;
  arrived: TakenStep | null;
  start: Start;
}

interface StepBody {
  code?: string;
  signed?: string;
  deviceTime?: string;
}

const readBody = ({ body }: WaitingAction): StepBody => JSON.parse(body) as StepBody;

const readAt = (action: WaitingAction): string =>
  readBody(action).deviceTime ?? new Date(action.at).toISOString();

/** What the server knows of a visit, and what waits on this device. */
export function readProgress(visit: Visit, actions: readonly WaitingAction[]): Progress {
  const own = actions.filter(({ object }) => object === getStepObject(visit.milestoneId));
  const find = (call: WaitingAction['call'], at: string | null): TakenStep | null => {
    if (at !== null) return { at, waits: false };
    const waiting = own.find((action) => action.call === call && action.refusal === null);
    return waiting ? { at: readAt(waiting), waits: true } : null;
  };
  // After an arrival before the agreed time another one counts.
  const again = visit.arrival === 'early' ? find('arrived', null) : null;
  return {
    left: find('on_my_way', visit.onTheWayAt),
    arrived: again ?? find('arrived', visit.arrivedAt),
    start: readStart(
      visit,
      own.find(({ call }) => call === 'start_visit'),
    ),
  };
}

function readStart({ state, startedAt }: Visit, waiting: WaitingAction | undefined): Start {
  if (isVisitStarted(state) && startedAt !== null) return { kind: 'started', at: startedAt };
  if (!isStartable(state)) return { kind: 'over' };
  if (!waiting || waiting.refusal) return { kind: 'open', refusal: waiting?.refusal ?? null };
  const { code = '' } = readBody(waiting);
  return code === '' ? { kind: 'here', at: readAt(waiting) } : { kind: 'judged', at: readAt(waiting), code };
}
