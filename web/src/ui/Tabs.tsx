import './css/tabs.css';
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
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ key, to, label: text, count }) => (
        <Link key={key} to={to} replace aria-current={key === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <span>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
