import type { ReactNode } from 'react';

/** A table that may be wider than the screen: the keyboard reaches it, and moves it. */
export function Scroll({ label, bare, children }: { label: string; bare?: boolean; children: ReactNode }) {
  return (
    <div
      className={bare ? 'scrollx of-after' : 'sheet scrollx'}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached without a pointer
      tabIndex={0}
    >
      {children}
    </div>
  );
}
