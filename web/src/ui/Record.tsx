import './css/record.css';
import type { ReactNode } from 'react';

/** What somebody has done here, counted from events: labels over values in a table of two columns. */
export function RecordTable({ items }: { items: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="record">
      {items.map((item, index) => (
        <div key={index}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
