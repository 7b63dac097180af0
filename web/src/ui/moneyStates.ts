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
  | 'bank'
  | 'stop'
  | 'refund';

export const moneyStates: Record<MoneyState, { word: MessageId; icon?: IconName }> = {
  none: { word: 'ui.state.none' },
  held: { word: 'ui.state.held', icon: 'lock' },
  work: { word: 'ui.state.work', icon: 'doing' },
  done: { word: 'ui.state.done', icon: 'check' },
  asked: { word: 'ui.state.asked', icon: 'rupee' },
  released: { word: 'ui.state.released', icon: 'check' },
  bank: { word: 'ui.state.bank', icon: 'bank' },
  stop: { word: 'ui.state.stop', icon: 'pause' },
  refund: { word: 'ui.state.refund', icon: 'refund' },
};
