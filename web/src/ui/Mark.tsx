import './css/mark.css';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/index.ts';

type MarkProps = { label?: string };

export function Mark({ label }: MarkProps) {
  const labelProps = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className="mark" viewBox="0 0 16 18" {...labelProps}>
      <path d="M1 17.5V8a7 7 0 0114 0v9.5z" />
      <path className="mk-t" d="M4.8 10.3l2.4 2.4 4-4.7" />
    </svg>
  );
}

/** The mark with a label, "Verified by FWS" by default. */
export function VerifiedMark({ children }: { children?: ReactNode }) {
  const t = useT();
  return (
    <span className="veri">
      <Mark />
      {children ?? t('ui.verifiedByFws')}
    </span>
  );
}
