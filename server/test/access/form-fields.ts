import { toIstDate } from '@fws/contract/platform/dates';
import { dayFirst, monthFirst } from '../../src/legacy/fields.ts';
import { domains } from '../../src/domains/index.ts';
import type { Route } from '../../src/platform/http/route.ts';
import { decodeLegacyForm, loadFieldNames } from '../legacy.ts';
import { values as domainValues } from './domains.ts';
import type { ObjectKind } from './scene.ts';

export type MountedCall = Route['call'];

const THIS_FILE = 'server/test/access/form-fields.ts';

/**
 * Which object a field names, by its clean name, or by `<call>.<field>` where the same name means something else in one
 * call. `null` means that the field looks like an id but names nobody's object.
 */
const OBJECT_FIELDS: Readonly<Record<string, string | null>> = Object.assign(
  {},
  ...domains.map(({ objects }) => objects ?? {}),
);

/**
 * Valid wire values, by clean name or by `<call>.<field>`, for every required field of a call that names an object.
 * Other fields stay empty.
 */
const VALUES: Record<string, string> = {
  agree: 'Yes',
  amountText: '15000',
  answer: 'agree',
  bidText: '9000',
  budgetKind: 'Fixed Price',
  by: 'milestone',
  captcha: 'ABCD',
  code: '7KQ42M',
  comment: 'Please look at this again',
  decision: 'refund',
  description: 'Two rooms',
  details: 'The pipe was not changed',
  direction: 'up',
  frequency: 'daily',
  hidden: 'true',
  holderName: 'Chitra Rao',
  ifsc: 'SBIN0001234',
  issue: 'Not Completed',
  latitude: '18.5074',
  location: 'Kothrud, Pune',
  longitude: '73.8077',
  name: 'Painting',
  nameHi: 'पेंटिंग',
  otp: '123456',
  paymentTerm: 'FWS Term Payment',
  points: '4',
  reason: 'The papers say so',
  skills: 'Painting',
  sort: 'latest',
  step: 'Completed',
  subject: 'job',
  term: 'By Terms',
  text: 'Please look at this again',
  title: 'Paint a flat',
  up: 'Yes',
  upiId: 'chitra.rao@okbank',
  version: '1',
  workerText: '100',
  'propose_change.milestoneNames': 'Loft',
  'propose_change.milestoneAmountTexts': '100',
  'answer_change.milestoneNames': 'Loft',
  'answer_change.milestoneAmountTexts': '100',
  'admin_approve.decision': 'approve',
  'admin_identity_review.decision': 'confirm',
  'admin_name_change_review.decision': 'approve',
  'admin_job_verify.decision': 'verify',
  'admin_case_decide.decision': 'ask',
  'admin_case_preview.decision': 'ask',
  'admin_restore_recover.kind': 'order',
  'admin_restore_recover.number': 'fws_1_00',
  'admin_restore_reopen.runId': '1',
  'admin_task_decide.decision': 'retry',
  'admin_user_factors_reset.proof': 'video_document',
  'admin_webhook_decide.decision': 'retry',
  'leave_rating.comment': '',
  'mark_as_completed_new.amountText': '',
  'upload_id_proof.kind': '3',
  'upload_id_proof.number': '234123412346',
  'withdraw_request.amountText': '1',
  'withdraw_request.otp': '',
};

const DAY_MS = 24 * 3600_000;
const buildDateValues = (now: Date): Record<string, string> => ({
  takeWorkOn: dayFirst.write(toIstDate(new Date(now.getTime() + 2 * DAY_MS))),
  closesOn: monthFirst.write(toIstDate(new Date(now.getTime() + 20 * DAY_MS))),
});

export interface ObjectField {
  field: string;
  wireName: string;
  kind: ObjectKind;
}

/** Patterns of clean and wire names that look like an id, a ticket, an order number, a link or a file URL. */
const NAMES_OBJECT = [
  /(?:^|_)(?:ids?|ticket|reference|order|invoice|file|link|url|token|subject)(?:_|$)/,
  /(?:Ids?|Ticket|Reference|Order|Invoice|File|Link|Url|Token|Subject)(?:[A-Z]|$)/,
  /^(?:milestone|certificate)$/,
];
const isObjectName = (name: string): boolean => NAMES_OBJECT.some((pattern) => pattern.test(name));

const findEntry = <T>(map: Record<string, T>, call: MountedCall, field: string): T | undefined => {
  const specific = `${call.name}.${field}`;
  return specific in map ? map[specific] : map[field];
};

/** The fields of the call that name an object. */
export const listObjectFields = async (call: MountedCall): Promise<ObjectField[]> =>
  [...(await loadFieldNames(call))].flatMap(([field, wireName]) => {
    const kind = findEntry(OBJECT_FIELDS, call, field);
    return kind ? [{ field, wireName, kind }] : [];
  });

/** Fields that look like an id but are not in OBJECT_FIELDS. */
export const listUndeclaredFields = async (call: MountedCall): Promise<string[]> =>
  [...(await loadFieldNames(call))]
    .filter(([field, wireName]) => isObjectName(field) || isObjectName(wireName))
    .filter(([field]) => findEntry(OBJECT_FIELDS, call, field) === undefined)
    .map(
      ([field, wireName]) =>
        `${call.name}: the field ${field} (${wireName}) looks like the id of an object. Say in \`objects\` of its domain.ts which kind of object it names, or null.`,
    );

/** A valid form of the call, without its objects. */
export async function buildPlainFields(call: MountedCall, now: Date): Promise<Record<string, string>> {
  const values = { ...VALUES, ...domainValues, ...buildDateValues(now) };
  return Object.fromEntries(
    [...(await loadFieldNames(call))].flatMap(([field, wireName]) => {
      const value = findEntry(values, call, field);
      return value === undefined ? [] : [[wireName, value]];
    }),
  );
}

/** The validation errors of a form that should be valid. */
export async function listFormProblems(call: MountedCall, fields: Record<string, string>): Promise<string[]> {
  const decoded = await decodeLegacyForm(call, fields);
  if (decoded.ok) return [];
  const invalid = Object.entries(decoded.errors).map(([field, { code }]) => `${field} (${code})`);
  return [
    `${call.name}: the form is not valid, so that a refusal would prove nothing: ${invalid.join(', ')}. Add a valid value to VALUES of ${THIS_FILE}.`,
  ];
}
