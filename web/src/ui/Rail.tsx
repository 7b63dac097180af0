import './css/rail.css';
import type { ReactNode } from 'react';
import { formatRupees } from '../platform/i18n/index.ts';
import { MoneyBadge } from './Badge.tsx';
import { cx } from './cx.ts';
import type { MoneyState } from './moneyStates.ts';
import { Stone } from './Stone.tsx';

/** The milestones of a job, as stones along a road. Its children are Miles. */
export function Rail({ children }: { children: ReactNode }) {
  return <ol className="rail">{children}</ol>;
}

type MileProps = {
  state: MoneyState;
  number: number;
  title: string;
  amountPaise: number;
  /** Replaces the default label of the state. */
  label?: ReactNode;
  /** Beside the badge: "9 Nov", "Held since 16 Nov". */
  when?: ReactNode;
  path?: ReactNode;
  comment?: ReactNode;
  /** What the worker shows of the work. */
  shown?: ReactNode;
  actions?: ReactNode;
  /** True right after a change: the road fills once. */
  moving?: boolean;
};

const TRAVELLED_STATES: ReadonlySet<MoneyState> = new Set(['released', 'bank', 'refund']);

export function Mile(props: MileProps) {
  const { state, number, title, amountPaise, label, when, path, comment, shown, actions, moving } = props;
  const road = TRAVELLED_STATES.has(state) ? 'gone' : state === 'none' ? 'wait' : 'here';
  return (
    <li className={cx('mile', road, moving && 'moving')}>
      <Stone state={state} number={number} />
      <div className="mi-body">
        <div className="mi-what">
          <div className="mi-h">
            <h3>{title}</h3>
            <span className="money" translate="no">
              {formatRupees(amountPaise)}
            </span>
          </div>
          <div className="mi-s">
            <MoneyBadge state={state}>{label}</MoneyBadge>
            {when !== undefined && <span>{when}</span>}
          </div>
          {path}
          {comment !== undefined && <div className="mi-c">{comment}</div>}
          {shown}
        </div>
        {actions !== undefined && <div className="mi-act">{actions}</div>}
      </div>
    </li>
  );
}
