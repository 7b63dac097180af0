import { expect, test } from 'vitest';
import {
  CHANNEL_DEFAULTS,
  DEFAULT_QUIET_HOURS,
  getGroup,
  OUTSIDE_CHANNELS,
} from '@fws/contract/notifications/channels';
import { NOTIFICATION_TYPES, NOTIFICATION_GROUPS } from '@fws/contract/notifications/model';
import {
  calculateLimitedRetryMs,
  calculateQuietEnd,
  calculateSendTime,
  chooseChannels,
  hasOwnerAlert,
  type Recipient,
} from './rules.ts';

const REACHABLE: Recipient = {
  userId: 1,
  locale: 'en',
  mobile: '+919800000001',
  email: 'asha@mail.example',
  agreedToWhatsApp: true,
  hasPush: true,
  choices: [],
  quietHours: null,
};
/** A time of day in India on one day. */
const at = (time: string, date = '2026-11-26') => new Date(`${date}T${time}:00+05:30`);

test('every type of notification belongs to a group', () => {
  for (const type of NOTIFICATION_TYPES) expect(NOTIFICATION_GROUPS).toContain(getGroup(type));
});

test('a person gets messages by the channels of the group’s defaults', () => {
  const choose = (group: (typeof NOTIFICATION_GROUPS)[number]) =>
    chooseChannels(group, REACHABLE, OUTSIDE_CHANNELS);
  expect(choose('money')).toEqual(['push', 'whatsapp', 'sms', 'email']);
  expect(choose('security')).toEqual(['push', 'sms', 'email']);
  expect(choose('deadlines')).toEqual(['push', 'whatsapp', 'sms']);
  expect(choose('quotes')).toEqual(['push', 'whatsapp', 'email']);
  expect(choose('messages')).toEqual(['push', 'email']);
  expect(choose('searches')).toEqual(['push']);
});

test('a choice overrides the default, except where a channel is always on', () => {
  const choices = OUTSIDE_CHANNELS.flatMap((channel) =>
    (['money', 'security', 'searches'] as const).map((group) => ({
      group,
      channel,
      isOn: group === 'searches',
    })),
  );
  const choose = (group: (typeof NOTIFICATION_GROUPS)[number]) =>
    chooseChannels(group, { ...REACHABLE, choices }, OUTSIDE_CHANNELS);
  expect(choose('money')).toEqual([]);
  expect(choose('security')).toEqual(['sms', 'email']);
  expect(choose('searches')).toEqual(['push', 'whatsapp', 'sms', 'email']);
});

test('a message goes only where the person can be reached, and by what the installation has', () => {
  const choose = (change: Partial<Recipient>, installed = OUTSIDE_CHANNELS) =>
    chooseChannels('money', { ...REACHABLE, ...change }, installed);
  expect(choose({ mobile: null })).toEqual(['push', 'email']);
  expect(choose({ agreedToWhatsApp: false })).toEqual(['push', 'sms', 'email']);
  expect(choose({ email: null, hasPush: false })).toEqual(['whatsapp', 'sms']);
  expect(chooseChannels('money', REACHABLE, ['sms'])).toEqual(['sms']);
});

test('alerts to the owner replace the SMS and the e-mail about the same change', () => {
  const list = (channel: (typeof OUTSIDE_CHANNELS)[number]) =>
    NOTIFICATION_TYPES.filter((type) => hasOwnerAlert(type, channel));
  expect(list('push')).toEqual([]);
  expect(list('sms')).toEqual(list('email'));
  expect(list('sms')).toContain('payout_account_added');
  expect(list('sms')).not.toContain('withdrawal_paid');
  for (const type of list('sms')) expect(CHANNEL_DEFAULTS[getGroup(type)].sms).toBe('always');
});

test('quiet hours end at the next time that they end', () => {
  const night = { isOn: true, from: 21 * 60, to: 8 * 60 };
  expect(calculateQuietEnd(at('20:59'), night)).toBeNull();
  expect(calculateQuietEnd(at('21:00'), night)).toEqual(at('08:00', '2026-11-27'));
  expect(calculateQuietEnd(at('00:00'), night)).toEqual(at('08:00'));
  expect(calculateQuietEnd(at('07:59'), night)).toEqual(at('08:00'));
  expect(calculateQuietEnd(at('08:00'), night)).toBeNull();
  const noon = { isOn: true, from: 12 * 60, to: 13 * 60 + 30 };
  expect(calculateQuietEnd(at('13:29'), noon)).toEqual(at('13:30'));
  expect(calculateQuietEnd(at('13:30'), noon)).toBeNull();
  expect(calculateQuietEnd(at('11:59'), noon)).toBeNull();
  expect(calculateQuietEnd(at('23:00'), { ...night, isOn: false })).toBeNull();
});

test('urgent messages go at once, the others wait for company or for the end of the night', () => {
  const calculate = (time: string, isUrgent: boolean, channel: (typeof OUTSIDE_CHANNELS)[number]) =>
    calculateSendTime(at(time), { isUrgent, channel, quietHours: null });
  expect(DEFAULT_QUIET_HOURS).toEqual({ isOn: true, from: 1260, to: 480 });
  expect(calculate('23:00', true, 'sms')).toEqual(at('23:00'));
  expect(calculate('12:00', false, 'push')).toEqual(at('12:00'));
  expect(calculate('12:00', false, 'email')).toEqual(at('12:05'));
  expect(calculate('23:00', false, 'push')).toEqual(at('08:00', '2026-11-27'));
  expect(calculate('20:57', false, 'email')).toEqual(at('08:00', '2026-11-27'));
});

test('a message that its vendor does not take is tried again after a quarter of its age, from 30 s to 3 minutes', () => {
  const minutes = (count: number) => count * 60_000;
  expect([0, 1, 2, 4, 8, 30, 600].map((age) => calculateLimitedRetryMs(minutes(age), 0) / 1000)).toEqual([
    30, 30, 30, 60, 120, 180, 180,
  ]);
  expect(calculateLimitedRetryMs(minutes(30), 1)).toBe(216_000);
});
