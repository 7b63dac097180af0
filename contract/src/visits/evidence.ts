import type { Side } from '../contracts/model.ts';
import type { Excuse, NoShowAnswer } from './model.ts';
import type { DeviceStep } from './possible-times.ts';
import type { VisitWindow } from './window.ts';

/** What both agreed on. */
export interface VisitTerms extends VisitWindow {
  agreedMs: number;
}

/** When the server received it. */
interface Received {
  atMs: number;
}

/** A step that the worker took on a device. */
export interface StepEvidence extends Received {
  kind: 'on_my_way' | 'arrived';
  step: Omit<DeviceStep, 'receivedMs'>;
}

/** What is known of a visit, in the order in which the server received it. It decides alone. */
export type VisitEvidence =
  | StepEvidence
  | (Received & {
      /**
       * `funded`: the first milestone is paid into escrow. `delivered`: the other side's message about a claim arrived.
       * `closed`: the job ended for another reason.
       */
      kind: 'funded' | 'delivered' | 'closed' | 'ended';
    })
  | (Received & { kind: 'started' | 'claimed'; by: Side })
  | (Received & { kind: 'answered'; by: Side; answer: Exclude<NoShowAnswer, 'excuse'> })
  | (Received & { kind: 'answered'; by: Side; answer: 'excuse'; excuse: Excuse })
  | (Received & { kind: 'cancelled'; by: Side; excuse: Excuse | null });
