import { useT } from '../../../platform/i18n/index.ts';
import { readDevice } from './devices.ts';

/** "Chrome on Android"; empty when the client did not report a device. */
export function useDeviceText(): (device: string) => string {
  const t = useT();
  return (device) => {
    const { browser, system } = readDevice(device);
    return browser && system ? t('security.browserOn', { browser, system }) : browser || system;
  };
}
