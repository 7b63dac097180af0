import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { expect, test } from 'vitest';
import { findObstacle, listObstacles } from './obstacles.ts';

const reachable: NotificationSettings = {
  groups: [],
  quietHours: { isOn: true, from: '21:00', to: '08:00', version: 'h5t' },
  push: { publicKey: 'key', devices: [{ id: 1, name: '', addedAt: '2026-11-26', isThis: false }] },
  whatsapp: { isAvailable: true, agreedAt: '2026-11-26T10:00:00.000Z' },
  mobile: { number: '+919800000417', isVerified: true },
  email: { address: 'imran@mail.example', isVerified: true, isReturned: false },
};

test('a person who is reached by every channel is asked for nothing', () => {
  expect(listObstacles(reachable)).toEqual([]);
});

test('push needs keys of the server, then any device', () => {
  const { push } = reachable;
  expect(findObstacle({ ...reachable, push: { ...push, devices: [] } }, 'push')).toBe('pushOff');
  expect(findObstacle({ ...reachable, push: { publicKey: null, devices: [] } }, 'push')).toBe('pushNotSetUp');
});

test('WhatsApp needs a verified number before it needs consent', () => {
  const whatsapp = { isAvailable: true, agreedAt: null };
  expect(findObstacle({ ...reachable, whatsapp }, 'whatsapp')).toBe('whatsAppNotAgreed');
  const mobile = { ...reachable.mobile, isVerified: false };
  expect(listObstacles({ ...reachable, whatsapp, mobile })).toEqual(['mobileNotVerified']);
  const none = { isAvailable: false, agreedAt: null };
  expect(findObstacle({ ...reachable, whatsapp: none }, 'whatsapp')).toBe('whatsAppNotSetUp');
});

test('e-mail needs a verified address whose mail does not come back', () => {
  const { email } = reachable;
  expect(findObstacle({ ...reachable, email: { ...email, isReturned: true } }, 'email')).toBe(
    'emailReturned',
  );
  const unverified = { ...email, isVerified: false, isReturned: true };
  expect(findObstacle({ ...reachable, email: unverified }, 'email')).toBe('emailNotVerified');
});
