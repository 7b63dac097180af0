import type { ReactNode } from 'react';

type SheetProps = { title?: ReactNode; action?: ReactNode; children: ReactNode; id?: string };

/** A white band on phones, a bordered box from 768 px. */
export function Sheet({ title, action, children, id }: SheetProps) {
  return (
    <section className="sheet" id={id}>
      {title !== undefined && (
        <div className="sheet-h row sp">
          <h2>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

type ColumnsProps = { children: ReactNode; aside: ReactNode; wideAside?: boolean };

/** Main column and aside (344 px, or 440 px), one below the other until 1024 px. */
export function Columns({ children, aside, wideAside }: ColumnsProps) {
  return (
    <div className={wideAside ? 'cols c75' : 'cols c84'}>
      <div>{children}</div>
      <aside className="stick">{aside}</aside>
    </div>
  );
}

/** Fields side by side from 600 px; with `alsoOnPhones`, on phones too. */
export function TwoColumns({ children, alsoOnPhones }: { children: ReactNode; alsoOnPhones?: boolean }) {
  return <div className={alsoOnPhones ? 'two keep' : 'two'}>{children}</div>;
}

export function Rule() {
  return <hr className="rule" />;
}
