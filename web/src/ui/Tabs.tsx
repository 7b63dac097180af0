import './css/tabs.css';
import { useEffect, useRef } from 'react';
import { Link } from '../platform/router/index.ts';

export type TabItem = { key: string; to: string; label: string; count?: number | undefined };

/** Tabs are links: the address says which one is open. */
export function Tabs({
  label,
  items,
  current,
}: {
  label: string;
  items: readonly TabItem[];
  current: string;
}) {
  const nav = useRef<HTMLElement>(null);
  const open = items.findIndex(({ key }) => key === current);
  // Scroll the current tab into view when not all tabs fit on the screen.
  useEffect(() => {
    const list = nav.current;
    const tab = list?.children[open];
    if (!list || !(tab instanceof HTMLElement)) return;
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
      {items.map(({ key, to, label: text, count }) => (
        <Link key={key} to={to} replace aria-current={key === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <span>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
