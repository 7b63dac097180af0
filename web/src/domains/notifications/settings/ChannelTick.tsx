import type { ReactNode } from 'react';
import type { OutsideChannel } from '@fws/contract/notifications/channels';
import type { NotificationGroup } from '@fws/contract/notifications/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Icon, Tick, type IconName } from '../../../ui/index.ts';
import type { Obstacle } from './obstacles.ts';
import type { Ticks } from './settingsApi.ts';

export const channelIcons: Record<OutsideChannel, IconName> = {
  push: 'device',
  whatsapp: 'chat',
  sms: 'phone',
  email: 'mail',
};

type Props = {
  group: NotificationGroup;
  channel: OutsideChannel;
  ticks: Ticks;
  obstacle?: Obstacle | null;
  /** In the table, whose heads are its label. */
  isBare?: boolean;
};

/** Saves at once. Tapping again before the answer is saved too. */
export function ChannelTick({ group, channel, ticks, obstacle = null, isBare = false }: Props) {
  const t = useT();
  const online = useOnline();
  const { state, isBusy } = ticks.get(group, channel);
  const isAlways = state === 'always';
  const name = t(`notifications.channel.${channel}`);
  const detail = isAlways
    ? t('notifications.always')
    : online
      ? obstacle && t(`notifications.short.${obstacle}`)
      : t('ui.needsInternet');
  const label = [name, t(`notifications.kind.${group}`), detail].filter(Boolean).join(', ');
  return (
    <div className={isAlways || online ? 'gs-tick' : 'gs-tick is-offline'}>
      <Tick
        checked={state !== 'off'}
        disabled={isAlways || !online}
        aria-label={label}
        aria-busy={isBusy || undefined}
        onChange={(event) => ticks.save({ group, channel, isOn: event.currentTarget.checked })}
        {...(!isBare && detail !== null && { detail })}
      >
        {!isBare && name}
      </Tick>
      {isBusy && <span className="spin" role="status" aria-label={t('ui.saving')} />}
    </div>
  );
}

/** The app itself shows everything. */
export function AppTick({ group, isInRow = false }: { group: NotificationGroup; isInRow?: boolean }) {
  const t = useT();
  const name = t('notifications.channel.app');
  const always = t('notifications.always');
  return (
    <Tick
      checked
      disabled
      readOnly
      aria-label={[name, t(`notifications.kind.${group}`), always].join(', ')}
      {...(isInRow && { detail: always })}
    >
      {isInRow && name}
    </Tick>
  );
}

export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p className="err" role="alert">
      <Icon name="alert" />
      {children}
    </p>
  );
}
