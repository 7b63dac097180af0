import './css/stone.css';
import type { MoneyState } from './moneyStates.ts';

type Props = { state: MoneyState; number: number | string; small?: boolean };

/** The milestone stone. Decorative: a badge or text beside it says the state. */
export function Stone({ state, number, small }: Props) {
  return (
    <span className={small ? `stone st-${state} xs` : `stone st-${state}`} aria-hidden="true">
      <b>{number}</b>
    </span>
  );
}
