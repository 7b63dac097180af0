import type { AlertKind } from '@fws/contract/identity/model';
import type { AlertFacts, OwnerAlert } from '@fws/contract/identity/alerts/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { getCurrentRequest } from '../../../platform/request-origin.ts';
import { countAttempt, forgiveAttempt } from '../../../platform/attempts.ts';
import { commitRefusal, inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import {
  buildAlertPath,
  selectAlertContacts,
  isAboutAccount,
  isAlertMac,
  isExpired,
  buildNotificationValues,
} from './rules.ts';
import {
  findAlertAccount,
  findAlertById,
  getEarliestSuspectAlert,
  insertAlert,
  lockAlert,
  markAnswered,
  type AlertRow,
} from './store.ts';
import { deleteDevices } from '../devices/store.ts';
import { deleteChallenges } from '../login-challenge/store.ts';
import { isAlertOwner } from '../policy.ts';
import { toDeviceName } from '../rules.ts';
import { deleteFactorsSince } from '../second-factors/store.ts';
import { endSessions } from '../sessions/store.ts';
import { unlinkIdentities } from '../social/store.ts';
import { getUserById } from '../store.ts';
import { lockOwner, stopWithdrawals } from '../withdrawals-stop/service.ts';
import { LIMITS } from '../limits.ts';

export interface NewAlert {
  userId: number;
  kind: AlertKind;
  /** The payout account that the alert is about. */
  subjectId?: number;
  facts?: AlertFacts;
  /** The former value of a changed contact. */
  former?: { mobile: string } | { email: string };
  /** FWS did it. The device and address of an admin are not the owner's business. */
  byFws?: boolean;
}

/**
 * Alerts the owner by SMS, e-mail and in the app that something happened to their account, with a link to deny it. Call
 * it in the transaction of the event, after the event. Returns the alert's id.
 */
export async function alertOwner(tx: Tx, alert: NewAlert, now: Date): Promise<number> {
  const { userId, kind, subjectId = null, facts = {}, former, byFws = false } = alert;
  const contacts = selectAlertContacts(await getUserById(tx, userId), former);
  const origin = byFws ? undefined : getCurrentRequest();
  const id = await insertAlert(tx, {
    userId,
    kind,
    subjectId,
    facts,
    at: now,
    device: toDeviceName(origin?.userAgent ?? ''),
    address: origin?.address ?? '',
    ...contacts,
  });
  await enqueueForContacts(tx, 'send_owner_alert', id, contacts);
  await notify(tx, {
    userId,
    type: kind,
    values: buildNotificationValues(facts),
    path: buildAlertPath(id),
    dedupeKey: `alert:${id}`,
  });
  return id;
}

/** Enqueues one task per channel, so that retrying one does not repeat the other. */
async function enqueueForContacts(
  tx: Tx,
  task: 'send_owner_alert' | 'send_withdrawals_stopped',
  alertId: number,
  contacts: { mobile: string; email: string },
): Promise<void> {
  for (const channel of ['mobile', 'email'] as const)
    if (contacts[channel] !== '')
      await enqueue(tx, task, { alertId, channel }, { key: `${task}:${alertId}:${channel}` });
}

/** Who opens an alert: with the secret part of its link, or signed in. */
export interface Reader {
  id: number;
  mac: string | null;
  userId: number | null;
  /** The client's address, as rate limits count it. */
  addressKey: string;
}

export const readAlert = (deps: Deps, reader: Reader): Promise<Outcome<OwnerAlert>> =>
  inTx(deps.db, async (tx) => {
    const outcome = await findAlert(deps, tx, reader);
    return outcome.ok
      ? done(await loadOwnerAlert(tx, outcome.value, reader, deps.ports.clock.now()))
      : outcome;
  });

/** "Yes, that was me." A denied alert stays denied. */
export const confirmAlert = (deps: Deps, reader: Reader): Promise<Outcome<OwnerAlert>> =>
  inTx(deps.db, async (tx) => {
    const outcome = await findAlert(deps, tx, reader);
    if (!outcome.ok) return outcome;
    const alert = await lockAlert(tx, outcome.value.id);
    const now = deps.ports.clock.now();
    if (alert.confirmed_at === null && alert.denied_at === null)
      await markAnswered(tx, alert.id, { confirmed_at: now });
    return done(await loadOwnerAlert(tx, await lockAlert(tx, alert.id), reader, now));
  });

/**
 * "This was not me." A denial can only make the account safer, so the link or a session is enough. Repeating it changes
 * nothing. It overrides an earlier confirmation, which may have come from somebody else.
 */
export const denyAlert = (deps: Deps, reader: Reader): Promise<Outcome<OwnerAlert>> =>
  inTx(deps.db, async (tx) => {
    const outcome = await findAlert(deps, tx, reader);
    if (!outcome.ok) return outcome;
    await lockOwner(tx, outcome.value.user_id);
    const alert = await lockAlert(tx, outcome.value.id);
    const now = deps.ports.clock.now();
    if (alert.denied_at === null) await deny(tx, alert, now);
    return done(await loadOwnerAlert(tx, await lockAlert(tx, alert.id), reader, now));
  });

async function deny(tx: Tx, alert: AlertRow, now: Date): Promise<void> {
  const { id, user_id: userId, kind, subject_id: subjectId } = alert;
  const suspectAlert = await getEarliestSuspectAlert(tx, alert);
  await markAnswered(tx, id, { denied_at: now });
  await stopWithdrawals(tx, userId, suspectAlert.at, now);
  await revokeAccess(tx, userId, suspectAlert.at);
  const accountId = isAboutAccount(kind) ? subjectId : null;
  await enqueue(tx, 'stop_payouts', { userId, accountId });
  await recordSecurityEvent(
    tx,
    { kind: 'denied_by_owner', userId, details: { alertId: id, alert: kind } },
    now,
  );
  await enqueueForContacts(tx, 'send_withdrawals_stopped', suspectAlert.id, suspectAlert);
  await notify(tx, {
    userId,
    type: 'withdrawals_stopped',
    values: {},
    path: '/payment',
    dedupeKey: `alert:${id}:denied`,
  });
  await publish(tx, { users: [userId], topic: 'identity', id: userId });
}

/**
 * Ends all sessions and removes every way in that was set up while somebody else may have had access. A second factor
 * that was added since then would lock the owner out.
 */
async function revokeAccess(tx: Tx, userId: number, suspectSince: Date): Promise<void> {
  await endSessions(tx, userId);
  await deleteChallenges(tx, userId);
  await deleteDevices(tx, userId);
  await unlinkIdentities(tx, userId);
  await deleteFactorsSince(tx, userId, suspectSince);
}

/** Limits guesses of the secret part, and answers for other users' alerts as for unknown ones. */
async function findAlert(
  deps: Deps,
  tx: Tx,
  { id, mac, userId, addressKey }: Reader,
): Promise<Outcome<AlertRow>> {
  const now = deps.ports.clock.now();
  // Count before checking, so that parallel guesses cannot exceed the limit. A correct link does not count.
  const counted = await countAttempt(tx, deps.config.limits.get(LIMITS.alert_link_address), addressKey, now);
  if (!counted.ok) return counted;
  const alert = await findAlertById(tx, id);
  if (!alert || !(isAlertOwner(alert, userId) || (mac !== null && isAlertMac(deps.keyring, alert, mac))))
    return commitRefusal(refuse('not_found', 'identity.alert_unknown'));
  await forgiveAttempt(tx, deps.config.limits.get(LIMITS.alert_link_address), addressKey, now);
  return isExpired(alert.at, now) ? refuse('not_found', 'identity.alert_expired') : done(alert);
}

async function loadOwnerAlert(
  db: Db | Tx,
  alert: AlertRow,
  { userId }: Pick<Reader, 'userId'>,
  now: Date,
): Promise<OwnerAlert> {
  const account = await findAlertAccount(db, alert);
  const { denied_at: deniedAt, confirmed_at: confirmedAt } = alert;
  return {
    id: alert.id,
    kind: alert.kind,
    at: alert.at.toISOString(),
    answer: deniedAt !== null ? 'denied' : confirmedAt !== null ? 'confirmed' : 'none',
    facts: alert.facts,
    account: account && {
      usableFrom: account.usable_from > now ? account.usable_from.toISOString() : null,
      removed: account.removed_at !== null || (deniedAt !== null && isAboutAccount(alert.kind)),
    },
    device: alert.device,
    address: alert.address,
    told: { sms: alert.mobile !== '', email: alert.email !== '' },
    own: isAlertOwner(alert, userId),
  };
}
