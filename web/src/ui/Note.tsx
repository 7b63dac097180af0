import './css/note.css';
import type { ReactNode } from 'react';
import { formatTime, useT } from '../platform/i18n/index.ts';
import { retryNow } from '../platform/offline/index.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

type NoteTone = 'info' | 'warn' | 'bad' | 'good';

const icons: Record<NoteTone, IconName> = { info: 'info', warn: 'alert', bad: 'alert', good: 'check' };

type Props = {
  tone?: NoteTone;
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
  role?: 'status' | 'alert';
};

/** A message in the page. `bad` interrupts a screen reader unless `role` says otherwise. */
export function Note({ tone = 'info', icon, children, action, role }: Props) {
  return (
    <div
      className={cx('note', tone !== 'info' && tone)}
      role={role ?? (tone === 'bad' ? 'alert' : undefined)}
    >
      <Icon name={icon ?? icons[tone]} />
      <div className="note-text">{children}</div>
      {action && <div className="note-action">{action}</div>}
    </div>
  );
}

/** Shown while the device has no network; `dataAt` is when the data on screen was loaded. */
export function OfflineNote({ dataAt }: { dataAt?: Date | number | undefined }) {
  const t = useT();
  return (
    <Note tone="warn" icon="wifi" role="status">
      {dataAt ? t('ui.offlineSince', { time: formatTime(t, dataAt) }) : t('ui.offline')}
    </Note>
  );
}

/** Replaces content that could not load without a network. It loads by itself once there is one. */
export function NeedsInternet() {
  const t = useT();
  return (
    <Note
      tone="warn"
      icon="wifi"
      role="status"
      action={
        <Button variant="quiet" onClick={retryNow}>
          {t('ui.tryAgain')}
        </Button>
      }
    >
      {t('ui.comesWhenOnline')}
    </Note>
  );
}
