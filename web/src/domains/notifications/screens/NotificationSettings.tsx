import '../settings.css';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { NotificationSettings as Settings } from '@fws/contract/notifications/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Columns, DESKTOP_PX, Icon, Screen, Sheet, useMinWidth } from '../../../ui/index.ts';
import { KindRows } from '../settings/KindRows.tsx';
import { KindsTable } from '../settings/KindsTable.tsx';
import { listObstacles } from '../settings/obstacles.ts';
import { ObstacleNotes } from '../settings/ObstacleNotes.tsx';
import { QuietHoursPanel } from '../settings/QuietHoursPanel.tsx';
import { ReachPanel } from '../settings/ReachPanel.tsx';
import { settingsQuery, useTicks } from '../settings/settingsApi.ts';
import { useContactSteps } from '../settings/useContactSteps.tsx';
import { usePush } from '../settings/usePush.ts';
import { WhatsAppDialog } from '../settings/WhatsAppDialog.tsx';

/** What reaches the user outside the app, by which channel, when and where. */
export default function NotificationSettings() {
  const t = useT();
  const settings = useQuery(settingsQuery());
  return (
    <Screen
      title={t('notifications.settings')}
      lead={t('notifications.settingsLead')}
      back={{ to: paths.notifications(), label: t('notifications.title') }}
      data={settings}
    >
      {() => settings.data && <Content settings={settings.data} />}
    </Screen>
  );
}

NotificationSettings.firstQueries = () => [settingsQuery()];

function Content({ settings }: { settings: Settings }) {
  const [isAgreeing, setAgreeing] = useState(false);
  const push = usePush(settings.push);
  const { dialog, ...contactSteps } = useContactSteps();
  const steps = { ...contactSteps, push, agree: () => setAgreeing(true) };
  const content = useKeptFocus([isAgreeing, push.state, ...listObstacles(settings)].join(' '));
  return (
    <div className="settings" ref={content} tabIndex={-1}>
      <Columns
        aside={
          <>
            <QuietHoursPanel settings={settings} />
            <ReachPanel settings={settings} steps={steps} />
          </>
        }
      >
        <KindsPanel settings={settings} steps={steps} />
      </Columns>
      {isAgreeing && <WhatsAppDialog settings={settings} onClose={() => setAgreeing(false)} />}
      {dialog}
    </div>
  );
}

/** A step that is done takes its button away: the keyboard stays here instead of going back to the top of the page. */
function useKeptFocus(steps: string) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(steps);
  useEffect(() => {
    if (before.current === steps) return;
    before.current = steps;
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [steps]);
  return content;
}

type PanelProps = Parameters<typeof ObstacleNotes>[0];

function KindsPanel({ settings, steps }: PanelProps) {
  const t = useT();
  const online = useOnline();
  const isWide = useMinWidth(DESKTOP_PX);
  const ticks = useTicks(settings);
  const Kinds = isWide ? KindsTable : KindRows;
  return (
    <Sheet title={t('notifications.what')}>
      <ObstacleNotes settings={settings} steps={steps} />
      {!online && (
        <p className="gs-line">
          <Icon name="wifi" />
          {t('ui.needsInternet')}
        </p>
      )}
      <Kinds settings={settings} ticks={ticks} />
      <p className="gs-line">
        <Icon name="lock" />
        {t('notifications.alwaysWhy')}
      </p>
    </Sheet>
  );
}
