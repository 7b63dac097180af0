import type { ReactNode } from 'react';

/** A table that may be wider than the screen. It takes focus, so that the keyboard can scroll it. */
export function Scroll({ label, bare, children }: { label: string; bare?: boolean; children: ReactNode }) {
  return (
    <div
      className={bare ? 'scrollx of-after' : 'sheet scrollx'}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </div>
  );
}
