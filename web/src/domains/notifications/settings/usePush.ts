import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import {
  askForPush,
  readPushState,
  subscribePush,
  unsubscribePush,
  type PushState,
} from '../../../platform/push/subscribe.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useSettingsMutation } from './settingsApi.ts';

type Push = NotificationSettings['push'];
export type PushControl = {
  /** Undefined until the browser has said. */
  state: PushState | 'notSetUp' | undefined;
  isBusy: boolean;
  refusal: string | undefined;
  turnOn: () => void;
  turnOff: () => void;
};

/** Push messages to this browser: on where both the browser and the server say so. */
export function usePush({ publicKey, devices }: Push): PushControl {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const browser = useBrowserState();
  const device = devices.find(({ isThis }) => isThis);
  const on = useSettingsMutation(subscribePush);
  const off = useSettingsMutation(unsubscribePush);

  async function change(apply: () => Promise<string | undefined>): Promise<void> {
    setRefusal(undefined);
    setAsking(true);
    try {
      setRefusal(await apply());
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : t('common.something_wrong'));
    } finally {
      setAsking(false);
      void browser.refetch();
    }
  }

  async function turnOn(key: string): Promise<string | undefined> {
    const permission = await askForPush();
    if (permission === 'denied') return undefined;
    if (permission === 'default') return t('notifications.pushNotAllowed');
    if (!(await on.mutateAsync(key))) return t('notifications.pushFailed');
    toast.success(t('notifications.push_on'));
    return undefined;
  }

  async function turnOff(deviceId: number): Promise<undefined> {
    await off.mutateAsync(deviceId);
    toast.success(t('notifications.push_off'));
  }

  return {
    state: publicKey === null ? 'notSetUp' : browser.data === 'on' && !device ? 'off' : browser.data,
    isBusy: isAsking,
    refusal,
    turnOn: () => publicKey !== null && void change(() => turnOn(publicKey)),
    turnOff: () => device && void change(() => turnOff(device.id)),
  };
}

/** Also after the person has changed the browser's own settings. */
function useBrowserState() {
  const query = useQuery({
    queryKey: ['notifications', 'push_state'],
    queryFn: readPushState,
    networkMode: 'always',
    staleTime: 0,
  });
  const { refetch } = query;
  useEffect(() => {
    let permission: PermissionStatus | undefined;
    const reread = () => void refetch();
    async function watch(): Promise<void> {
      // Missing in old browsers: then the state is read when the window is focused again.
      permission = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined);
      permission?.addEventListener('change', reread);
    }
    void watch();
    return () => permission?.removeEventListener('change', reread);
  }, [refetch]);
  return query;
}
