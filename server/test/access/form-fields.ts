import { toIstDate } from '@fws/contract/platform/dates';
import { dayFirst, monthFirst } from '../../src/legacy/fields.ts';
import type { Route } from '../../src/platform/http/route.ts';
import { decodeLegacyForm, loadFieldNames } from '../legacy.ts';

export type MountedCall = Route['call'];

const THIS_FILE = 'server/test/access/form-fields.ts';

/** Kinds of objects that a form field can name. */
export type ObjectKind =
  | 'account'
  | 'approval'
  | 'category'
  | 'check'
  | 'email'
  | 'enquiry'
  | 'identitySession'
  | 'issue'
  | 'job'
  | 'ledgerAccount'
  | 'case'
  | 'milestone'
  | 'mobile'
  | 'nameChange'
  | 'order'
  | 'paper'
  | 'passkey'
  | 'pushDevice'
  | 'quote'
  | 'reference'
  | 'sample'
  | 'savedSearch'
  | 'session'
  | 'share'
  | 'split'
  | 'task'
  | 'user'
  | 'webhook'
  | 'withdrawal';

/**
 * Which object a field names, by its clean name, or by `<call>.<field>` where the same name means something else in one
 * call. `null` means that the field looks like an id but names nobody's object.
 */
const OBJECT_FIELDS: Record<string, ObjectKind | null> = {
  aboutId: 'user',
  accountId: 'account',
  approvalId: 'approval',
  categoryId: 'category',
  categoryIds: 'category',
  changeId: 'nameChange',
  checkId: 'check',
  deviceId: 'pushDevice',
  disputeId: 'issue',
  enquiryId: 'enquiry',
  fileId: 'paper',
  friendId: 'user',
  issueId: 'issue',
  jobId: 'job',
  caseId: 'case',
  milestoneId: 'milestone',
  milestoneIds: 'milestone',
  orderId: 'order',
  passkeyId: 'passkey',
  quoteId: 'quote',
  referenceId: 'reference',
  sampleId: 'sample',
  searchId: 'savedSearch',
  shareId: 'share',
  splitId: 'split',
  taskId: 'task',
  userId: 'user',
  webhookId: 'webhook',
  'admin_audit_log.subjectId': 'job',
  'admin_contract_record.id': 'job',
  'admin_job_record.id': 'job',
  'admin_ledger_account.code': 'ledgerAccount',
  'admin_ledger_entries.code': 'ledgerAccount',
  'admin_ledger_txns.value': 'milestone',
  'admin_order_record.id': 'order',
  'admin_withdrawal_record.id': 'withdrawal',
  'aadhar_otp_verify.sessionId': 'identitySession',
  'session_end.sessionId': 'session',
  'upload_id_proof.sessionId': 'identitySession',
  // Contacts that the caller enters as their own.
  'send_otp_email.email': 'email',
  'send_otp_mobile.mobile': 'mobile',
  'update_email.email': 'email',
  'update_mobile.mobile': 'mobile',
  'verify_email.email': 'email',
  'verify_mobile.mobile': 'mobile',
  // The address of a new account.
  'user_register.email': null,
  'social_register.email': null,
  // Bearer secrets: whoever holds one may use it.
  idToken: null,
  'social_register.ticket': null,
  // The number and the kind of a document.
  'upload_id_proof.kind': null,
  'upload_id_proof.number': null,
  // The name printed on it.
  nameOnId: null,
  // A payout destination: everybody may enter any.
  upiId: null,
  webLink: null,
  // One's own uploads: somebody else's are refused as if they were deleted (files/photos.wire.test.ts).
  photoIds: null,
  // One's own notifications: somebody else's stay unread (notifications.wire.test.ts).
  shownIds: null,
  // The bank's reference of a transfer made by the platform.
  reference: null,
  'admin_audit_log.subject': null,
  // A reconciliation run, and the user whose wallet an admin selects.
  runId: null,
  workerId: 'user',
};

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
        `${call.name}: the field ${field} (${wireName}) looks like the id of an object. Say in OBJECT_FIELDS of ${THIS_FILE} which kind of object it names, or null.`,
    );

/** A valid form of the call, without its objects. */
export async function buildPlainFields(call: MountedCall, now: Date): Promise<Record<string, string>> {
  const values = { ...VALUES, ...buildDateValues(now) };
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
