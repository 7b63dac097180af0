import type { ReactNode } from 'react';

/** One box of the sheet. */
export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet design-sample">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
