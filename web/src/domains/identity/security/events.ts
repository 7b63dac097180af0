import type { SecurityEventKind } from '@fws/contract/identity/model';
import type { SecurityEvent } from '@fws/contract/identity/schemas';
import type { IconName } from '../../../ui/index.ts';
import { deviceIcons, readDevice } from './devices.ts';

/** Consecutive equal failures are shown as one. */
const FAILURES: readonly SecurityEventKind[] = ['login_failed', 'login_code_failed', 'step_up_failed'];

/** Consecutive events of one kind, newest first. Only failures form groups of more than one. */
export type EventGroup = readonly [SecurityEvent, ...SecurityEvent[]];

export function groupEvents(events: readonly SecurityEvent[]): EventGroup[] {
  const groups: [SecurityEvent, ...SecurityEvent[]][] = [];
  for (const [index, event] of events.entries()) {
    if (isCoveredBy(events[index + 1], event)) continue;
    const last = groups.at(-1);
    if (last?.[0].kind === event.kind && FAILURES.includes(event.kind)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

/** A sign-in in a new browser writes two events at the same moment. The one about the browser includes the other. */
const isCoveredBy = (older: SecurityEvent | undefined, event: SecurityEvent): boolean =>
  event.kind === 'logged_in' && older?.kind === 'new_device' && older.at === event.at;

export function getEventIcon({ kind, device }: SecurityEvent): IconName {
  if (kind.startsWith('payout_account') || kind === 'withdrawals_allowed') return 'bank';
  if (FAILURES.includes(kind) || kind === 'denied_by_owner' || kind === 'access_refused') return 'alert';
  if (kind.startsWith('mobile')) return 'phone';
  if (kind.startsWith('email') || kind === 'contact_change_requested') return 'mail';
  if (/password|authenticator|passkey|recovery|second_factor|step_up/.test(kind)) return 'key';
  if (/logged|session|device/.test(kind)) return deviceIcons[readDevice(device).kind];
  return 'user';
}
