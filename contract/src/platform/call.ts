import type * as z from 'zod/mini';
import type { DecisionSubject } from './decisions.ts';
import type { SharedMessageId } from './messages.ts';
import type { Permission } from './permissions.ts';
import { createSchemaLoader, type LazySchema } from './schema-loader.ts';
import type { noFields } from './schemas.ts';
import type { NarrowScope } from './scopes.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The field of a form with files that holds the values of the call, as JSON. */
export const JSON_FIELD = 'json';

export type UploadKind = 'image' | 'pdf' | 'word' | 'video';

export interface CallFile {
  name: string;
  kinds: readonly UploadKind[];
  /** The maximum number of files, where more than one may be sent. */
  several?: number;
}

/**
 * One call of the API: `POST /api/<name>`. The server's route and the web's client are both made from it.
 * S: the form's schema (its input is what a screen holds, its output the command a service gets). Out: the result.
 */
export interface Call<S extends z.ZodMiniType, Out> {
  name: string;
  /** Who may call: anyone, a signed-in user, or FWS staff. Each domain's policy checks whether the object is theirs. */
  access: 'public' | 'user' | 'admin';
  /**
   * True: the call changes nothing (an admin's may leave an entry in the audit log). Admins who impersonate a user, and
   * accounts whose mobile number is not verified, may make only such calls. Required, so that no call is taken for a
   * write, or for a read, by omission.
   */
  reads: boolean;
  /**
   * The web keeps the last reply on the device for a week, so that its screens open without a network. Not what holds
   * codes, identity, accounts, logins or files, nor what a stale answer would make wrong. Required for reads of users.
   */
  kept?: boolean;
  /** Signed-in users may call it before their mobile number is verified, although it changes something. */
  allowUnverified?: true;
  /** The sessions besides full ones that may make it. Left out: none. A public call takes their user for a guest. */
  scopes?: readonly NarrowScope[];
  /** Only from a device on which a code or a passkey was given in the last 30 days, because it moves money or access. */
  needsProvenDevice?: true;
  /** The permission that staff need. */
  permission?: Permission;
  /**
   * The kind of case that a call of staff decides, or previews the decision of. The server refuses it to somebody whose
   * own case it is. Required for calls of staff that change something, so that no decision escapes the rule by omission.
   * 'nothing': no person gains or loses by it.
   */
  decides?: DecisionSubject | 'nothing';
  /** Checks the values of a screen (texts and lists of texts); its issues are message ids. */
  form: LazySchema<S>;
  /** Describes the result. The server sends only what it declares. */
  reply: LazySchema<z.ZodMiniType<Out>>;
  /** The message on success. */
  done: SharedMessageId;
  files?: readonly CallFile[];
  /** It sends a code that somebody waits for: the message on success also says when codes are late. */
  sendsCode?: true;
  /** Moves money: honours `Idempotency-Key`. */
  money?: true;
  /**
   * The reply may lack what others have changed in the last second, so a replica of the database may answer. It has what
   * the caller has changed. Never for what decides about money, sessions or permissions.
   */
  mayLag?: true;
  /** The result is a `SharedPage`. */
  sharesItems?: true;
}

export type AnyCall = Call<z.ZodMiniType, unknown>;
/** The values that a screen passes to a call. */
export type CallInput<C extends { form: LazySchema }> = z.input<Awaited<ReturnType<C['form']>>>;

/** `form` left out: the call has no fields. `reply` left out: the result is null. */
type CallDefinition<S extends z.ZodMiniType, Out> = Omit<
  Call<S, Out>,
  'form' | 'reply' | 'mayLag' | 'decides' | 'kept'
> &
  Partial<Pick<Call<S, Out>, 'form' | 'reply'>> &
  (
    | { mayLag?: never }
    // Whoever decides something must see what is true now.
    | { mayLag: true; reads: true; access: 'public' | 'user'; money?: never }
  ) &
  (
    | { access: 'public' | 'user'; reads: true; kept: boolean; decides?: never }
    | { access: 'public' | 'user'; reads: false; kept?: never; decides?: never }
    | { access: 'admin'; reads: true; kept?: never; decides?: DecisionSubject }
    | { access: 'admin'; reads: false; kept?: never; decides: DecisionSubject | 'nothing' }
  );

export function call<S extends z.ZodMiniType = typeof noFields, Out = null>(
  definition: CallDefinition<S, Out>,
): Call<S, Out> {
  const complete = { form: schema('noFields'), reply: schema('nothing'), ...definition };
  // The defaults of the type parameters describe what was left out.
  return complete as unknown as Call<S, Out>;
}

export interface Page<T> {
  items: T[];
  /** Send it as `cursor` for the next page; null at the end. */
  nextCursor: string | null;
}

/** The schema of a page of items. */
export const pageSchema =
  <T>(item: LazySchema<z.ZodMiniType<T>>): LazySchema<z.ZodMiniType<Page<T>>> =>
  async () =>
    (await schema('buildPageSchema')())(await item());
