import './css/stickybar.css';
import type { ReactNode } from 'react';

/** A page's main action, docked above the phone bar. */
export function StickyBar({ children }: { children: ReactNode }) {
  return <div className="stickybar">{children}</div>;
}
