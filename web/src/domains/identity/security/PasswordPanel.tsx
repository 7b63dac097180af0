import './security.css';
import type { SecurityEvent } from '@fws/contract/identity/schemas';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Sheet } from '../../../ui/index.ts';
import { ChangePassword } from '../components/ChangePassword.tsx';

export function PasswordPanel({ events }: { events: readonly SecurityEvent[] }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const changed = events.find(({ kind }) => kind === 'password_changed' || kind === 'password_reset');
  return (
    <Sheet title={t('security.password')}>
      <p className="t2 mut sec-lead">
        {changed ? t('security.passwordChanged', { ago: timeAgo(changed.at) }) : t('security.passwordText')}
      </p>
      <ChangePassword block />
    </Sheet>
  );
}
