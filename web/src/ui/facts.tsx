import './css/facts.css';
import './css/steps.css';
import type { ReactNode } from 'react';

export type Fact = { label: ReactNode; value: ReactNode; wide?: boolean };

/** Labels over values, two columns. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="facts">
      {items.map((item, index) => (
        <div key={index} className={item.wide ? 'wide' : undefined}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Label left, value right, a line between. */
export function Lines({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="lines">
      {items.map((item, index) => (
        <div key={index}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Stat({ value, label }: { value: ReactNode; label: ReactNode }) {
  return (
    <div className="stat">
      <b>{value}</b>
      <span>{label}</span>
    </div>
  );
}

/** The progress in a flow of several screens; `current` counts from 0. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="steps">
      {steps.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : undefined;
        return (
          <li key={step} className={state} aria-current={index === current ? 'step' : undefined}>
            {index + 1}. {step}
          </li>
        );
      })}
    </ol>
  );
}
