import { expect, test } from 'vitest';
import { translate } from './messages.ts';

const EVENING = '2026-11-20T13:54:00.000Z';

test('writes a time in the format of the reader', () => {
  const values = { time: EVENING };
  expect(translate('en', 'identity.alert_usable_from', values)).toBe('It can be used from 20 Nov, 7:24 pm.');
  expect(translate('hi', 'identity.alert_usable_from', values)).toContain('20 नव॰, शाम 7:24');
});

test('writes a date in the format of the reader', () => {
  const values = { ticket: 'FWS-D-000123', date: '2026-11-28' };
  expect(translate('en', 'notifications.dispute_documents_due', values)).toContain('by 28 Nov 2026');
  expect(translate('hi', 'notifications.dispute_documents_due', values)).toContain('28 नव॰ 2026 तक');
});

test('keeps texts of users that look like dates', () => {
  const values = { worker: '2026-11-28', job: EVENING, amount: '₹900' };
  expect(translate('en', 'notifications.quote_received', values)).toBe(
    `2026-11-28 quoted ₹900 for ${EVENING}`,
  );
});

test('translates a value that is the id of a message', () => {
  const values = { worker: 'Imran', milestone: 'quotes.part_initial' };
  expect(translate('en', 'notifications.work_started', values)).toBe('Imran started Initial');
});
