import './css/saved-elsewhere.css';
import { useEffect, useRef } from 'react';
import type { SavedChange } from '../platform/elsewhere/useSavedElsewhere.ts';
import { useT } from '../platform/i18n/index.ts';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';

/** On top of a form: what was saved elsewhere since it was filled, and the choice between that and what was typed. */
export function SavedElsewhere({ changes }: { changes: readonly SavedChange[] }) {
  const t = useT();
  const ref = useRef<HTMLDivElement>(null);
  const isShown = changes.length > 0;
  useEffect(() => {
    if (isShown) ref.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={ref} tabIndex={-1} className="saved-elsewhere">
      <Note tone="warn" role="alert">
        <b>{t('ui.elsewhere.title')}</b>
        <ul>
          {changes.map(({ label, text, take }) => (
            <li key={label}>
              <span>
                {label}: <b>{text === '' ? t('ui.elsewhere.empty') : text}</b>
              </span>
              {take ? (
                <Button onClick={take}>{t('ui.elsewhere.take')}</Button>
              ) : (
                <span className="t2 mut">{t('ui.elsewhere.taken')}</span>
              )}
            </li>
          ))}
        </ul>
        <p>{t('ui.elsewhere.next')}</p>
      </Note>
    </div>
  );
}
