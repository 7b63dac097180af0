import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { SOCIAL_TICKET_MS, type SocialProvider } from '@fws/contract/identity/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { SocialTicketTable } from '../../../platform/db/tables.ts';
import type { SocialJourney, SocialPerson } from '../../../ports/social-identity.ts';
import type { UserRow } from '../store.ts';

/** How long a user may take from our button to the issuer and back. */
const ATTEMPT_MS = 15 * 60_000;

export type Ticket = Selectable<SocialTicketTable>;

const hashToken = (text: string): Buffer => createHash('sha256').update(text).digest();
const createToken = (): string => randomBytes(32).toString('base64url');

/** Stores a login attempt at an issuer. Returns the token that the browser must bring back. */
export async function insertAttempt(
  tx: Tx,
  provider: SocialProvider,
  journey: SocialJourney,
  nextPath: string,
  now: Date,
): Promise<string> {
  const browser = createToken();
  await tx
    .insertInto('social_attempt')
    .values({
      state_hash: hashToken(journey.state),
      browser_hash: hashToken(browser),
      provider,
      nonce: journey.nonce,
      code_verifier: journey.codeVerifier,
      next_path: nextPath,
      expires_at: new Date(now.getTime() + ATTEMPT_MS),
    })
    .execute();
  return browser;
}

/** Returns an attempt and deletes it; null for another browser, another provider, or after it expired. */
export async function takeAttempt(
  tx: Tx,
  provider: SocialProvider,
  callback: { state: string; browser: string },
  now: Date,
): Promise<{ journey: SocialJourney; nextPath: string } | null> {
  const attempt = await tx
    .deleteFrom('social_attempt')
    .where('state_hash', '=', hashToken(callback.state))
    .where('browser_hash', '=', hashToken(callback.browser))
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier', 'next_path'])
    .executeTakeFirst();
  if (!attempt) return null;
  const { nonce, code_verifier: codeVerifier } = attempt;
  return { journey: { url: '', state: callback.state, nonce, codeVerifier }, nextPath: attempt.next_path };
}

export async function findUserBySubject(
  tx: Tx,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRow | null> {
  const row = await tx
    .selectFrom('social_identity')
    .innerJoin('user_account', 'user_account.id', 'social_identity.user_id')
    .selectAll('user_account')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns false when the identity or the account is already linked with this issuer. */
export async function linkIdentity(
  tx: Tx,
  link: { issuer: string; subject: string; provider: SocialProvider; userId: number },
  now: Date,
): Promise<boolean> {
  const { userId, ...identity } = link;
  const inserted = await tx
    .insertInto('social_identity')
    .values({ ...identity, user_id: userId, linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Afterwards a login by Google or Facebook must prove the account's e-mail there again. */
export async function unlinkIdentities(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('social_identity').where('user_id', '=', userId).execute();
}

export async function insertTicket(
  tx: Tx,
  provider: SocialProvider,
  person: SocialPerson,
  now: Date,
): Promise<string> {
  const token = createToken();
  await tx
    .insertInto('social_ticket')
    .values({
      token_hash: hashToken(token),
      issuer: person.issuer,
      subject: person.subject,
      provider,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      email_verified: person.emailVerified,
      expires_at: new Date(now.getTime() + SOCIAL_TICKET_MS),
    })
    .execute();
  return token;
}

export async function findTicket(db: Db, token: string, now: Date): Promise<Ticket | null> {
  const ticket = await db
    .selectFrom('social_ticket')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return ticket ?? null;
}

/** Locks the ticket until the transaction ends: a second registration with it waits, and finds it used. */
export async function lockTicket(tx: Tx, token: string, now: Date): Promise<Ticket | null> {
  const ticket = await tx
    .selectFrom('social_ticket')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return ticket ?? null;
}

export async function deleteTicket(tx: Tx, ticket: Ticket): Promise<void> {
  await tx.deleteFrom('social_ticket').where('token_hash', '=', ticket.token_hash).execute();
}
