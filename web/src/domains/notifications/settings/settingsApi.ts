import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import {
  agreeToWhatsApp,
  notificationSettings,
  removePushSubscription,
  sendTestPush,
  setNotificationChannel,
  setQuietHours,
} from '@fws/contract/notifications/calls';
import type { OutsideChannel } from '@fws/contract/notifications/channels';
import type { NotificationGroup } from '@fws/contract/notifications/model';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery, queryClient } from '../../../platform/queries/index.ts';

export const settingsQuery = () => callQuery('notifications', notificationSettings, {});

export const reloadSettings = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey });

async function storeSettings(settings: NotificationSettings | null): Promise<void> {
  const { queryKey } = settingsQuery();
  // A reply that is under way may be older than these.
  await queryClient.cancelQueries({ queryKey });
  if (settings) queryClient.setQueryData(queryKey, settings);
}

/** Sends one change at a time: each reply is the whole settings, and the last one must contain all changes. */
export function useSettingsMutation<Values>(
  mutationFn: (values: Values) => Promise<NotificationSettings | null>,
) {
  return useMutation({
    mutationFn,
    scope: { id: 'notification_settings' },
    onSuccess: storeSettings,
    // The change may have been made although its answer was lost.
    onError: () => void reloadSettings(),
  });
}

/** Saves what was chosen at once. Until the reply, `sending` is what to show. */
function useChoice<Values>(
  send: (values: Values) => Promise<NotificationSettings>,
  isSame: (one: Values, other: Values) => boolean,
) {
  const { mutateAsync } = useSettingsMutation(send);
  const [sending, setSending] = useState<readonly Values[]>([]);
  const [refused, setRefused] = useState<readonly { values: Values; reason: string }[]>([]);

  async function save(values: Values): Promise<void> {
    setSending((all) => [...all, values]);
    setRefused((all) => all.filter((each) => !isSame(each.values, values)));
    try {
      await mutateAsync(values);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      setRefused((all) => [...all, { values, reason }]);
    } finally {
      setSending((all) => all.filter((each) => each !== values));
    }
  }

  return { sending, refused, save };
}

export type ChannelChoice = { group: NotificationGroup; channel: OutsideChannel; isOn: boolean };

const isSameTick = (one: ChannelChoice, other: ChannelChoice): boolean =>
  one.group === other.group && one.channel === other.channel;

export type Tick = {
  state: 'on' | 'off' | 'always';
  isBusy: boolean;
  /** Why the last tap changed nothing. */
  refusal: string | undefined;
};

export type Ticks = {
  get: (group: NotificationGroup, channel: OutsideChannel) => Tick;
  save: (choice: ChannelChoice) => void;
};

export function useTicks({ groups }: NotificationSettings): Ticks {
  const { sending, refused, save } = useChoice(
    ({ group, channel, isOn }: ChannelChoice) =>
      callApi(setNotificationChannel, { group, channel, isOn: String(isOn) }),
    isSameTick,
  );
  return {
    get(group, channel) {
      const isThis = (choice: ChannelChoice) => choice.group === group && choice.channel === channel;
      const chosen = sending.findLast(isThis);
      const saved = groups.find((each) => each.group === group)?.[channel] ?? 'off';
      return {
        state: chosen ? (chosen.isOn ? 'on' : 'off') : saved,
        isBusy: chosen !== undefined,
        refusal: refused.find(({ values }) => isThis(values))?.reason,
      };
    },
    save: (choice) => void save(choice),
  };
}

export type QuietHours = NotificationSettings['quietHours'];

export function useQuietHours({ quietHours }: NotificationSettings) {
  const { sending, refused, save } = useChoice(
    ({ isOn, from, to }: Omit<QuietHours, 'version'>) =>
      callApi(setQuietHours, { isOn: String(isOn), from, to, version: getVersion() }),
    () => true,
  );
  const shown = sending.at(-1) ?? quietHours;
  return {
    ...shown,
    isBusy: sending.length > 0,
    refusal: refused.at(-1)?.reason,
    save: (changes: Partial<QuietHours>) => void save({ ...shown, ...changes }),
  };
}

/** Not of what the screen showed when it was tapped: a tap before this one may have made that old. */
const getVersion = (): string => queryClient.getQueryData(settingsQuery().queryKey)?.quietHours.version ?? '';

export const useWhatsApp = () =>
  useSettingsMutation((agrees: boolean) => callApi(agreeToWhatsApp, { agrees: String(agrees) }));

/** For another device than this one. */
export const useRemoveDevice = () =>
  useSettingsMutation((deviceId: number) => callApi(removePushSubscription, { deviceId: String(deviceId) }));

export const useTestPush = () => useMutation({ mutationFn: () => callApi(sendTestPush, {}) });
