import type { MessageId } from '../platform/i18n/index.ts';
import type { IconName } from './iconNames.ts';

/** The states of a milestone's money, in the terms of the design. */
export type MoneyState =
  | 'none'
  | 'held'
  | 'work'
  | 'done'
  | 'asked'
  | 'released'
  | 'rest'
  | 'bank'
  | 'stop'
  | 'refund';

export const moneyStates: Record<MoneyState, { label: MessageId; icon?: IconName }> = {
  none: { label: 'ui.state.none' },
  held: { label: 'ui.state.held', icon: 'lock' },
  work: { label: 'ui.state.work', icon: 'doing' },
  done: { label: 'ui.state.done', icon: 'check' },
  asked: { label: 'ui.state.asked', icon: 'rupee' },
  released: { label: 'ui.state.released', icon: 'check' },
  /** Released, to be withdrawn from a day on. */
  rest: { label: 'ui.state.rest', icon: 'clock' },
  bank: { label: 'ui.state.bank', icon: 'bank' },
  stop: { label: 'ui.state.stop', icon: 'pause' },
  refund: { label: 'ui.state.refund', icon: 'refund' },
};
