import type { MountedCall } from './form-fields.ts';
import type { WireAnswer } from '../user.ts';
import { publicObjects } from './domains.ts';
import type { ObjectKind, PublicObject } from './scene.ts';

const THIS_FILE = 'server/test/access/rows.ts';

/** Kinds without an owner, which every signed-in user may name. */
export const PUBLIC_KINDS: readonly ObjectKind[] = ['category'];

/** Calls that a stranger may make about somebody's object. Their replies contain nothing private. */
export const PUBLIC_OBJECTS: Record<string, PublicObject> = {
  job_detail: { scenes: ['an open job'], why: 'an open job is there for everybody signed in' },
  submit_quote: {
    scenes: ['an open job'],
    why: 'everybody may quote on an open job',
    changes: ['job', 'notification'],
  },
  share_job: { scenes: ['an open job'], why: 'an open job may be shown to a friend of one’s own' },
  save_job: {
    scenes: ['an open job'],
    why: 'everybody may keep an open job for later',
    changes: ['saved_job'],
  },
  unsave_job: { why: 'a job that was not saved stays so' },
  user_detailed_history: { why: 'a profile, as far as a stranger may see it' },
  public_job: { scenes: ['an open job'], why: 'an open job is there for everybody' },
  public_job_address: { scenes: ['an open job'], why: 'an open job is there for everybody' },
  public_worker: { why: 'a page that its owner turned on for everybody' },
  connect_fws: { why: 'connecting needs nobody’s consent' },
  disconnect_fws: { why: 'not to be connected is what was asked for' },
  ...publicObjects,
};

/**
 * Calls that refuse a foreign object with a different answer than a missing one. Each such answer reveals that the
 * object exists.
 */
const DISTINGUISHABLE: Record<string, string> = {
  submit_quote: 'who was writing a quote when the job was awarded is told so',
};

/** Calls that accept a foreign object exactly as a missing one, so that the answer does not reveal that it exists. */
const ACCEPTED_ALIKE: Record<string, string> = {
  update_mobile: 'only the code that comes back tells whether the number is taken',
  update_email: 'only the code that comes back tells whether the address is taken',
};

/** Kinds that are refused with a field error. */
const FIELD_REFUSALS: readonly ObjectKind[] = ['email', 'identitySession', 'mobile'];

/** Files that every signed-in user may open. */
export const PUBLIC_FILES: Record<string, string> = {
  avatar: 'a face goes with the name wherever people meet',
  kyc_sample: 'shows everybody how a video is made',
};

export const isPublic = (call: MountedCall, scene: string): boolean => {
  const listed = PUBLIC_OBJECTS[call.name];
  return listed !== undefined && (listed.scenes?.includes(scene) ?? true);
};

const formatAnswer = ({ httpStatus, message, errors }: WireAnswer): string =>
  `${httpStatus} “${message}” ${JSON.stringify(errors ?? {})}`;

/** Problems of an answer to a stranger, compared with the answer for a missing object. */
export function listStrangerProblems(
  about: { call: MountedCall; kinds: readonly ObjectKind[]; scene: string; mixed: boolean },
  foreign: WireAnswer,
  missing: WireAnswer,
): string[] {
  const { call, kinds, scene, mixed } = about;
  const description = `${call.name} about ${scene}: the stranger got ${formatAnswer(foreign)}`;
  if (call.name in DISTINGUISHABLE)
    return foreign.httpStatus >= 400 && foreign.httpStatus < 500
      ? []
      : [`${description}, and must be refused`];
  const hasFieldRefusal = kinds.some((kind) => FIELD_REFUSALS.includes(kind));
  // A call may refuse with 409 for the state of the stranger's own object before it checks who owns the other one.
  const refusals = [
    403,
    404,
    ...(call.name in ACCEPTED_ALIKE ? [200] : []),
    ...(hasFieldRefusal ? [422] : []),
    ...(mixed ? [409] : []),
  ];
  if (!refusals.includes(foreign.httpStatus))
    return [
      `${description}. It must be refused as not found; if everybody may do it, list the call in PUBLIC_OBJECTS of ${THIS_FILE} with the reason.`,
    ];
  if (formatAnswer(foreign) === formatAnswer(missing)) return [];
  return [
    `${description}, which tells that it exists: where there is none the answer is ${formatAnswer(missing)}`,
  ];
}

/** True when the owner gets a different answer, so that the refusal depends on the caller. */
export const isCallerSpecific = (foreign: WireAnswer, owner: WireAnswer): boolean =>
  formatAnswer(foreign) !== formatAnswer(owner);
