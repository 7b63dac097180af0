import type { IconName } from '../../../ui/index.ts';

export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'unknown';

const KINDS: Readonly<Record<string, DeviceKind>> = {
  Android: 'phone',
  iPhone: 'phone',
  iPad: 'tablet',
  Windows: 'computer',
  Mac: 'computer',
  ChromeOS: 'computer',
  Linux: 'computer',
};

export const deviceIcons: Readonly<Record<DeviceKind, IconName>> = {
  phone: 'device',
  tablet: 'device',
  computer: 'laptop',
  unknown: 'device',
};

/** The parts of a device name as the server writes it, such as "Chrome · Android". Each may be empty. */
export function readDevice(name: string): { browser: string; system: string; kind: DeviceKind } {
  const parts = name.split(' · ');
  const system = parts.find((part) => part in KINDS) ?? '';
  const browser = parts.find((part) => part !== system) ?? '';
  return { browser, system, kind: KINDS[system] ?? 'unknown' };
}
