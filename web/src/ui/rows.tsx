import './css/rows.css';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

/** A list of two lines each, with one action. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="rows">{children}</ul>;
}

type RowProps = { icon?: IconName; title: ReactNode; detail?: ReactNode; action?: ReactNode };

export function Row({ icon, title, detail, action }: RowProps) {
  return (
    <li>
      {icon && <Icon name={icon} />}
      <div>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </div>
      {action}
    </li>
  );
}
