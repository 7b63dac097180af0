import type { MountedCall, ObjectKind } from './form-fields.ts';
import type { WireAnswer } from '../user.ts';

const HERE = 'server/test/access/rows.ts';

/** Objects that everybody signed in may name: they are nobody's. */
export const EVERYBODYS: readonly ObjectKind[] = ['category'];

interface PublicObject {
  /** In which scenes; else in all. */
  scenes?: readonly string[];
  why: string;
  /** Tables in which rows may change that are about the owners and not about the stranger too. */
  changes?: readonly string[];
}

/** Calls that may answer a stranger who names somebody's object. No reply of theirs holds anything private. */
export const PUBLIC_OBJECTS: Record<string, PublicObject> = {
  job_detail: { scenes: ['an open job'], why: 'an open job is there for everybody signed in' },
  submit_quote: {
    scenes: ['an open job'],
    why: 'everybody may quote on an open job',
    changes: ['job', 'notification'],
  },
  share_job: { scenes: ['an open job'], why: 'an open job may be shown to a friend of one’s own' },
  user_detailed_history: { why: 'a profile, as far as a stranger may see it' },
  connect_fws: { why: 'connecting needs nobody’s consent' },
  disconnect_fws: { why: 'not to be connected is what was asked for' },
};

/**
 * Calls that refuse a foreign object with another answer than one that is not there. Each such answer tells somebody
 * that the object exists.
 */
const TELLS_APART: Record<string, string> = {
  update_mobile: 'a number that is taken must be said; ten of them an hour',
  update_email: 'an address that is taken must be said; ten of them an hour',
  submit_quote: 'who was writing a quote when the job was awarded is told so',
};

/** Kinds that are refused beside their field of the form. */
const FIELD_REFUSALS: readonly ObjectKind[] = ['email', 'identitySession', 'mobile'];

/** Files that everybody signed in may open. */
export const PUBLIC_FILES: Record<string, string> = {
  avatar: 'a face goes with the name wherever people meet',
  kyc_sample: 'shows everybody how a video is made',
};

export const isPublic = (call: MountedCall, scene: string): boolean => {
  const listed = PUBLIC_OBJECTS[call.name];
  return listed !== undefined && (listed.scenes?.includes(scene) ?? true);
};

const shown = ({ httpStatus, message, errors }: WireAnswer): string =>
  `${httpStatus} “${message}” ${JSON.stringify(errors ?? {})}`;

/** What is wrong with an answer to a stranger, beside the answer about an object that is not there. */
export function strangerProblems(
  about: { call: MountedCall; kinds: readonly ObjectKind[]; scene: string; mixed: boolean },
  foreign: WireAnswer,
  missing: WireAnswer,
): string[] {
  const { call, kinds, scene, mixed } = about;
  const got = `${call.name} about ${scene}: the stranger got ${shown(foreign)}`;
  if (call.name in TELLS_APART)
    return foreign.httpStatus >= 400 && foreign.httpStatus < 500 ? [] : [`${got}, and must be refused`];
  const beside = kinds.some((kind) => FIELD_REFUSALS.includes(kind));
  // Beside an object of their own that is in the wrong state, nobody asks whose the other one is.
  const refusals = [403, 404, ...(beside ? [422] : []), ...(mixed ? [409] : [])];
  if (!refusals.includes(foreign.httpStatus))
    return [
      `${got}. It must be refused as not found; if everybody may do it, list the call in PUBLIC_OBJECTS of ${HERE} with the reason.`,
    ];
  if (shown(foreign) === shown(missing)) return [];
  return [`${got}, which tells that it exists: where there is none the answer is ${shown(missing)}`];
}

/** Does the refusal come from who asks? Then an owner is told something else. */
export const isAboutWho = (foreign: WireAnswer, owner: WireAnswer): boolean =>
  shown(foreign) !== shown(owner);
