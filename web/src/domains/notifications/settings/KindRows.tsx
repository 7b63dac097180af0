import { useId, useState } from 'react';
import { OUTSIDE_CHANNELS } from '@fws/contract/notifications/channels';
import type { NotificationGroup } from '@fws/contract/notifications/model';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';
import { AppTick, ChannelTick, Refusal } from './ChannelTick.tsx';
import { findObstacle } from './obstacles.ts';
import type { Ticks } from './settingsApi.ts';

type Props = { settings: NotificationSettings; ticks: Ticks };

/** Kinds on phones: one row each, which opens. */
export function KindRows({ settings, ticks }: Props) {
  const [open, setOpen] = useState<NotificationGroup | undefined>('money');
  return (
    <ul className="acc">
      {settings.groups.map(({ group }) => (
        <KindRow
          key={group}
          group={group}
          settings={settings}
          ticks={ticks}
          isOpen={open === group}
          onToggle={() => setOpen(open === group ? undefined : group)}
        />
      ))}
    </ul>
  );
}

type RowProps = Props & { group: NotificationGroup; isOpen: boolean; onToggle: () => void };

function KindRow({ group, settings, ticks, isOpen, onToggle }: RowProps) {
  const t = useT();
  const bodyId = useId();
  // Those that bring something: a tick alone does not.
  const reaching = OUTSIDE_CHANNELS.filter(
    (channel) => ticks.get(group, channel).state !== 'off' && findObstacle(settings, channel) === null,
  );
  const names = (['app', ...reaching] as const).map((channel) => t(`notifications.channel.${channel}`));
  return (
    <li>
      <button type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
        <span>
          <b>{t(`notifications.kind.${group}`)}</b>
          <small>{isOpen ? t(`notifications.kindText.${group}`) : names.join(', ')}</small>
        </span>
        <Icon name={isOpen ? 'minus' : 'down'} />
      </button>
      <div className="acc-open" id={bodyId} hidden={!isOpen}>
        <AppTick group={group} isInRow />
        {OUTSIDE_CHANNELS.map((channel) => {
          const { refusal } = ticks.get(group, channel);
          return (
            <div key={channel}>
              <ChannelTick
                group={group}
                channel={channel}
                ticks={ticks}
                obstacle={findObstacle(settings, channel)}
              />
              {refusal !== undefined && <Refusal>{refusal}</Refusal>}
            </div>
          );
        })}
      </div>
    </li>
  );
}
