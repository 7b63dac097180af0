import { expect, test } from 'vitest';
import { readDevice } from './devices.ts';

test.each([
  ['Chrome · Android', { browser: 'Chrome', system: 'Android', kind: 'phone' }],
  ['Safari · iPad', { browser: 'Safari', system: 'iPad', kind: 'tablet' }],
  ['Edge · Windows', { browser: 'Edge', system: 'Windows', kind: 'computer' }],
  ['Linux', { browser: '', system: 'Linux', kind: 'computer' }],
  ['Firefox', { browser: 'Firefox', system: '', kind: 'unknown' }],
  ['', { browser: '', system: '', kind: 'unknown' }],
])('reads browser and system from the name of a device: "%s"', (name, parts) => {
  expect(readDevice(name)).toEqual(parts);
});
