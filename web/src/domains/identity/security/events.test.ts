import { SECURITY_EVENTS, type SecurityEventKind } from '@fws/contract/identity/model';
import type { SecurityEvent } from '@fws/contract/identity/schemas';
import { LOCALES } from '@fws/contract/platform/messages';
import { expect, test } from 'vitest';
import en from '../../../../locales/en/security.json';
import hi from '../../../../locales/hi/security.json';
import { groupEvents } from './events.ts';

const catalogues: Record<(typeof LOCALES)[number], Record<string, string>> = { en, hi };

test.each(LOCALES)('every kind of event has a label of its own (%s)', (locale) => {
  const labels = SECURITY_EVENTS.map((kind) => catalogues[locale][`security.event.${kind}`]);
  expect(labels.filter((label) => !label)).toEqual([]);
  expect(new Set(labels).size).toBe(SECURITY_EVENTS.length);
});

const createEvent = (kind: SecurityEventKind, id: number, at = '2026-11-20T10:00:00Z'): SecurityEvent => ({
  id,
  at,
  kind,
  device: '',
  address: '',
  byStaff: false,
});
const listGroupIds = (events: SecurityEvent[]) =>
  groupEvents(events).map((group) => group.map(({ id }) => id));

test('groups consecutive equal failures and keeps other events separate', () => {
  const kinds = [
    'logged_in',
    'logged_in',
    'login_failed',
    'login_failed',
    'login_failed',
    'step_up_failed',
    'login_failed',
  ] as const;
  expect(listGroupIds(kinds.map((kind, id) => createEvent(kind, id)))).toEqual([
    [0],
    [1],
    [2, 3, 4],
    [5],
    [6],
  ]);
});

test('shows a sign-in in a new browser as one event', () => {
  const earlier = '2026-11-19T10:00:00Z';
  const events = [createEvent('logged_in', 1), createEvent('new_device', 2), createEvent('logged_in', 3)];
  expect(listGroupIds([...events, createEvent('new_device', 4, earlier)])).toEqual([[2], [3], [4]]);
});
