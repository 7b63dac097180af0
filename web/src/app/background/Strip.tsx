import './waiting.css';
import type { ReactNode } from 'react';
import { formatTime, useT } from '../../platform/i18n/index.ts';
import { useInstallOpen } from '../../platform/install/index.ts';
import { useOnline } from '../../platform/offline/index.ts';
import { useSentCount } from '../../platform/outbox/index.ts';
import { reloadIntoUpdate, useUpdateWaits } from '../../platform/update/index.ts';
import { Button, Icon, type IconName } from '../../ui/index.ts';
import { useDataTime } from './useDataTime.ts';
import { InstallSheet } from './InstallSheet.tsx';
import { LogoutDialog } from './LogoutDialog.tsx';
import { useIsAsked } from './logoutQuestion.ts';

/** The line below the header, with the dialogs of the background. */
export function Strip() {
  const isAsked = useIsAsked();
  const isInstallOpen = useInstallOpen();
  return (
    <>
      <StripLine />
      {isAsked && <LogoutDialog />}
      {isInstallOpen && <InstallSheet />}
    </>
  );
}

/** Offline, or what was sent when the network came back, or a new version: one at a time. */
function StripLine() {
  const t = useT();
  const online = useOnline();
  const sentCount = useSentCount();
  const updateWaits = useUpdateWaits();
  const dataTime = useDataTime();
  if (!online)
    return (
      <Line icon="wifi">
        <b>{t('ui.offline')}</b>{' '}
        {dataTime ? t('offline.dataFrom', { time: formatTime(t, dataTime) }) : t('offline.moneyWaits')}
      </Line>
    );
  if (sentCount > 0)
    return (
      <Line icon="check" tone="on">
        {t('offline.sent', { count: sentCount })}
      </Line>
    );
  if (updateWaits)
    return (
      <Line
        icon="download"
        tone="new"
        action={
          <Button small onClick={() => void reloadIntoUpdate()}>
            {t('offline.update.reload')}
          </Button>
        }
      >
        {t('offline.update')}
      </Line>
    );
  return null;
}

type LineProps = { icon: IconName; tone?: 'on' | 'new'; children: ReactNode; action?: ReactNode };

function Line({ icon, tone, children, action }: LineProps) {
  return (
    <div className={tone ? `net-strip ${tone}` : 'net-strip'}>
      <div className="wrap">
        <Icon name={icon} />
        <p role="status">{children}</p>
        {action}
      </div>
    </div>
  );
}
