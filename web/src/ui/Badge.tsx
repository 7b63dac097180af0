import './css/badge.css';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';
import { moneyStates } from './moneyStates.ts';
import type { MoneyState } from './moneyStates.ts';

/** Icon and label for a money state. `children` replaces the default label: "Imran asks for payment". */
export function MoneyBadge({ state, children }: { state: MoneyState; children?: ReactNode }) {
  const t = useT();
  const { label, icon } = moneyStates[state];
  return (
    <Badge tone={state} {...(icon && { icon })}>
      {children ?? t(label)}
    </Badge>
  );
}

/** `wait`: something waits for a date or a person, and no money is involved. */
type BadgeProps = { tone?: MoneyState | 'new' | 'wait'; icon?: IconName; children: ReactNode };

export function Badge({ tone = 'refund', icon, children }: BadgeProps) {
  return (
    <span className={`badge bd-${tone}`}>
      {icon ? <Icon name={icon} /> : tone === 'none' && <i className="bd-dot" />}
      {children}
    </span>
  );
}
