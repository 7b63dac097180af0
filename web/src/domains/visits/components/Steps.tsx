import type { ReactNode } from 'react';
import { Icon } from '../../../ui/index.ts';

type Props = {
  state: 'done' | 'now' | 'next';
  number: number;
  title: string;
  text: ReactNode;
  children?: ReactNode;
};

export function VisitSteps({ children }: { children: ReactNode }) {
  return <ol className="vis-steps">{children}</ol>;
}

/** One of the steps of a visit. The list says its number to a screen reader. */
export function VisitStep({ state, number, title, text, children }: Props) {
  return (
    <li className={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="vis-mark" aria-hidden="true">
        {state === 'done' ? <Icon name="check" /> : number}
      </span>
      <div>
        <h3>{title}</h3>
        {text && <p className="t2">{text}</p>}
        {children}
      </div>
    </li>
  );
}
