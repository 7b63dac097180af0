import { Fragment } from 'react';
import { OUTSIDE_CHANNELS } from '@fws/contract/notifications/channels';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon } from '../../../ui/index.ts';
import { AppTick, channelIcons, ChannelTick, Refusal } from './ChannelTick.tsx';
import { findObstacle } from './obstacles.ts';
import type { Ticks } from './settingsApi.ts';

type Props = { settings: NotificationSettings; ticks: Ticks };

/** Kinds by channels, from 1024 px. */
export function KindsTable({ settings, ticks }: Props) {
  const t = useT();
  return (
    <table className="grid-set">
      <caption className="vh">{t('notifications.tableCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('notifications.kind')}</span>
          </th>
          <th scope="col">
            <Icon name="bell" />
            {t('notifications.channel.app')}
          </th>
          {OUTSIDE_CHANNELS.map((channel) => {
            const obstacle = findObstacle(settings, channel);
            return (
              <th key={channel} scope="col">
                <Icon name={channelIcons[channel]} />
                {t(`notifications.channel.${channel}`)}
                {obstacle && <small>{t(`notifications.short.${obstacle}`)}</small>}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {settings.groups.map(({ group }) => (
          <Fragment key={group}>
            <tr>
              <th scope="row">
                {t(`notifications.kind.${group}`)}
                <small>{t(`notifications.kindText.${group}`)}</small>
              </th>
              <td>
                <AppTick group={group} />
              </td>
              {OUTSIDE_CHANNELS.map((channel) => (
                <td key={channel}>
                  <ChannelTick group={group} channel={channel} ticks={ticks} isBare />
                </td>
              ))}
            </tr>
            {OUTSIDE_CHANNELS.map((channel) => {
              const { refusal } = ticks.get(group, channel);
              return (
                refusal !== undefined && (
                  <tr key={channel} className="gs-refusal">
                    <td colSpan={6}>
                      <Refusal>{`${t(`notifications.channel.${channel}`)}: ${refusal}`}</Refusal>
                    </td>
                  </tr>
                )
              );
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
