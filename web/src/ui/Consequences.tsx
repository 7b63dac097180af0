import './css/consequences.css';
import type { ReactNode } from 'react';

/** What follows from a decision, an item for each thing: its stone, what happens to it, and an amount at the end. */
export function Consequences({ children }: { children: ReactNode }) {
  return <ul className="then">{children}</ul>;
}
