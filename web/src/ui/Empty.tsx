import './css/empty.css';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { NeedsInternet } from './Note.tsx';
import { Stone } from './Stone.tsx';

type EmptyProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

/** Says why there is nothing and what to do next. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Stone state="none" number={0} />
      <h2 className="empty-title">{title}</h2>
      {children !== undefined && <p className="t2 mut">{children}</p>}
      {action}
    </div>
  );
}

export function SkeletonLine({ width = '100%', height = 14 }: { width?: string; height?: number }) {
  return <span className="sk" style={{ width, height }} />;
}

/** As many cards as the list usually shows at first. */
export function SkeletonList({ rows = 3 }: { rows?: number }) {
  return Array.from({ length: rows }, (_, index) => (
    <div key={index} className="sheet sk-card">
      <SkeletonLine width="35%" />
      <SkeletonLine width="75%" height={22} />
      <SkeletonLine width="50%" />
      <SkeletonLine width="30%" height={20} />
    </div>
  ));
}

const SKELETON_DELAY_MS = 150;

/** Invisible for the first 150 ms, so that fast replies do not flash. Without a network, a note replaces it. */
export function Skeleton({ children }: { children?: ReactNode }) {
  const t = useT();
  const online = useOnline();
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!online) return <NeedsInternet />;
  return (
    <div role="status" className={isVisible ? undefined : 'sk-wait'}>
      <span className="vh">{t('ui.loading')}</span>
      <div aria-hidden="true">{children ?? <SkeletonList />}</div>
    </div>
  );
}
