import { toStoredLastName } from '@fws/contract/identity/model';
import type { SocialProvider } from '@fws/contract/identity/model';
import type { SocialProfile, SocialRegistration } from '@fws/contract/identity/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { commitRefusal, inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { SocialIdentityError, type SocialPerson } from '../../../ports/social-identity.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { alertOwner } from '../alerts/service.ts';
import { isTrustedContact } from '../alerts/rules.ts';
import type { Client } from '../login/client.ts';
import { findDevice } from '../devices/store.ts';
import { continueLogin } from '../login/service.ts';
import { toLoginSource } from '../login-attempts/service.ts';
import type { Login } from '../login-challenge/service.ts';
import type { SignedIn } from '../open-session/service.ts';
import { checkAccountNames, toAccountPapers } from '../rules.ts';
import { refuseTaken, toTakenRefusal } from '../contact-change/service.ts';
import { lockForProof, takeFromOthers, type Contact } from '../contact-proof/service.ts';
import { completeRegistration, countRegistration } from '../registration/service.ts';
import {
  deleteTicket,
  insertAttempt,
  insertTicket,
  linkIdentity,
  findTicket,
  lockTicket,
  takeAttempt,
  findUserBySubject,
  type Ticket,
} from './store.ts';
import { findVerifiedHolder, getUserById, insertUser, setContactVerified, type UserRow } from '../store.ts';
import { LIMITS } from '../limits.ts';

const NAMES: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' };

/** A person whom the issuer has verified: an account of ours, or a ticket to create one. */
export type Recognised = { hasAccount: true; login: Login } | { hasAccount: false; ticket: string };

/** Returns the address to send the browser to, and the token that it must bring back. */
export async function startSocialLogin(
  deps: Deps,
  provider: SocialProvider,
  from: { callbackUrl: string; nextPath: string; addressKey: string },
): Promise<Outcome<{ url: string; browser: string }>> {
  const now = deps.ports.clock.now();
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.social_address), from.addressKey, now),
  );
  if (!counted.ok) return counted;
  const journey = await callIssuer(deps, () => deps.ports.social.begin(provider, from.callbackUrl));
  if (!journey.ok) return journey;
  const browser = await inTx(deps.db, (tx) => insertAttempt(tx, provider, journey.value, from.nextPath, now));
  return done({ url: journey.value.url, browser });
}

/** Handles the return from the issuer. Deletes the attempt before calling the issuer, so that it is used once. */
export async function finishSocialLogin(
  deps: Deps,
  provider: SocialProvider,
  callback: { state: string; browser: string; returnUrl: string },
  client: Client,
): Promise<Outcome<Recognised & { nextPath: string }>> {
  const attempt = await inTx(deps.db, (tx) => takeAttempt(tx, provider, callback, deps.ports.clock.now()));
  if (!attempt) return refuse('unauthenticated', 'identity.social_expired');
  const person = await callIssuer(deps, () =>
    deps.ports.social.finish(provider, callback.returnUrl, attempt.journey),
  );
  if (!person.ok) return person;
  const recognised = await recognise(deps, provider, person.value, client, '');
  return recognised.ok ? done({ ...recognised.value, nextPath: attempt.nextPath }) : recognised;
}

/** For clients that signed in at the issuer by themselves: only its signed token proves anything. */
export async function logInByToken(
  deps: Deps,
  form: { provider: SocialProvider; idToken: string; nonce: string; otp: string },
  client: Client,
): Promise<Outcome<Recognised>> {
  const now = deps.ports.clock.now();
  if (form.idToken === '') return refuse('unauthenticated', 'identity.social_not_proven');
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.social_address), client.addressKey, now),
  );
  if (!counted.ok) return counted;
  const person = await callIssuer(deps, () =>
    deps.ports.social.readToken(form.provider, form.idToken, form.nonce, now),
  );
  return person.ok ? recognise(deps, form.provider, person.value, client, form.otp) : person;
}

async function callIssuer<T>(deps: Deps, request: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await request());
  } catch (error) {
    if (!(error instanceof SocialIdentityError)) throw error;
    deps.log.warn('social login failed', { outcome: error.outcome, reason: error.message });
    return error.outcome === 'refused'
      ? refuse('unauthenticated', 'identity.social_not_proven')
      : refuse('unavailable', 'identity.social_off');
  }
}

function recognise(
  deps: Deps,
  provider: SocialProvider,
  person: SocialPerson,
  client: Client,
  otp: string,
): Promise<Outcome<Recognised>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const user = (await findUserBySubject(tx, person)) ?? (await linkByEmail(tx, provider, person, now));
    if (!user) return done({ hasAccount: false, ticket: await insertTicket(tx, provider, person, now) });
    const device = await findDevice(tx, user.id, client);
    const source = toLoginSource(user, device, client, '');
    const counted = { isUnderAttack: false };
    const login = await continueLogin(deps, tx, { user, client, device, source, counted, otp });
    return login.ok ? done({ hasAccount: true, login: login.value }) : commitRefusal(login);
  });
}

/**
 * Links the account with the same e-mail when both the issuer and we have verified that e-mail. Otherwise anybody could
 * register somebody else's e-mail, here or there, and wait for them.
 */
async function linkByEmail(
  tx: Tx,
  provider: SocialProvider,
  person: SocialPerson,
  now: Date,
): Promise<UserRow | null> {
  if (!person.emailVerified) return null;
  const user = await findVerifiedHolder(tx, { email: person.email });
  if (!user || !isTrustedContact(user.email_verified_at, user.contacts_trusted_before)) return null;
  const { issuer, subject } = person;
  if (!(await linkIdentity(tx, { issuer, subject, provider, userId: user.id }, now)))
    return findUserBySubject(tx, person);
  await recordSecurityEvent(tx, { kind: 'social_linked', userId: user.id, details: { provider } }, now);
  await alertOwner(tx, { userId: user.id, kind: 'social_linked', facts: { provider: NAMES[provider] } }, now);
  return user;
}

/** Returns the profile that the issuer gave for this ticket. */
export async function readTicket(
  deps: Deps,
  provider: SocialProvider,
  token: string,
): Promise<Outcome<SocialProfile>> {
  const ticket = await findTicket(deps.db, token, deps.ports.clock.now());
  return ticket?.provider === provider
    ? done(toProfile(ticket))
    : refuse('unauthenticated', 'identity.social_expired');
}

const toProfile = (ticket: Ticket): SocialProfile => ({
  firstName: ticket.first_name,
  lastName: ticket.last_name,
  email: ticket.email,
  emailVerified: ticket.email_verified,
});

/** Creates the account of a ticket, without a password. */
export async function registerByTicket(
  deps: Deps,
  form: SocialRegistration,
  token: string,
  client: Client,
): Promise<Outcome<SignedIn>> {
  const now = deps.ports.clock.now();
  const counted = await countRegistration(deps, client);
  if (!counted.ok) return counted;
  const named = checkAccountNames(form);
  if (!named.ok) return named;
  try {
    return await inTx(deps.db, async (tx) => {
      const ticket = await lockTicket(tx, token, now);
      if (!ticket) return refuse('unauthenticated', 'identity.social_expired');
      const user = await insertUser(tx, buildAccount(form, client, now));
      if (ticket.email_verified && ticket.email === form.email) {
        const contact: Contact = { channel: 'email', address: form.email };
        if (!(await lockForProof(tx, user.id, contact))) throw new EmailTaken();
        await setContactVerified(tx, user.id, 'email', now);
        await takeFromOthers(tx, user.id, contact);
      }
      const { issuer, subject, provider } = ticket;
      if (!(await linkIdentity(tx, { issuer, subject, provider, userId: user.id }, now)))
        throw new AlreadyLinked();
      await deleteTicket(tx, ticket);
      return done(await completeRegistration(deps, tx, await getUserById(tx, user.id), client));
    });
  } catch (error) {
    // The issuer has proven the e-mail, so its owner may know.
    if (error instanceof EmailTaken) return refuseTaken('email');
    const taken = toTakenRefusal(error, 'email');
    if (taken) return taken;
    if (!(error instanceof AlreadyLinked)) throw error;
    return refuse('unauthenticated', 'identity.social_expired');
  }
}

/** Thrown when two tickets of one person are used at once, to roll back the second account. */
class AlreadyLinked extends Error {}
/** Thrown when another account has verified the e-mail, to roll back the new one. */
class EmailTaken extends Error {}

function buildAccount(form: SocialRegistration, client: Client, now: Date) {
  return {
    first_name: form.firstName,
    last_name: toStoredLastName(form.lastName),
    email: form.email,
    mobile: form.mobile,
    password_hash: null,
    register_for: form.registerFor,
    looking_for: [...new Set(form.lookingFor)],
    location: form.location,
    ...toAccountPapers(form),
    locale: client.locale,
    created_at: now,
  };
}
