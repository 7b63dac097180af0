import type { FastifyReply } from 'fastify';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { REFUSAL_STATUS, type Refusal } from '@fws/contract/platform/refusal';
import { FileStoreError } from '../../ports/file-store.ts';
import { isOutage, UnknownOutcome } from '../db/outage.ts';
import { NoTurnError } from '../fair-turns.ts';
import { isDiskFull } from '../uploads/disk-full.ts';
import { translate, type Language } from '../messages.ts';
import { TooManyRequests } from './request-limits.ts';

export interface RefusalBody {
  status: number;
  message: string;
  data: null;
  errors?: Record<string, string>;
  step_up?: string;
  /** Of a failure of ours: support finds the request in the log by it. */
  request_id?: string;
}

/** The wire format of a refusal: in the caller's language and wording, with fields under the names of its format. */
export function toRefusalBody(
  refusal: Refusal,
  { locale, wording }: Language,
  names: ReadonlyMap<string, string>,
): RefusalBody {
  const fields = Object.entries(refusal.fields ?? {});
  return {
    status: REFUSAL_STATUS[refusal.kind],
    message: translate(locale, refusal.code, refusal.values, wording),
    data: null,
    ...(fields.length > 0
      ? {
          errors: Object.fromEntries(
            fields.map(([field, error]) => [
              names.get(field)?.replace(/\[\]$/, '') ?? field,
              translate(locale, error.code, error.values, wording),
            ]),
          ),
        }
      : {}),
    ...(refusal.stepUp ? { step_up: refusal.stepUp } : {}),
  };
}

/** Sets status and headers of a refusal. A refusal with a waiting time gets a Retry-After header. */
export function setRefusalStatus(reply: FastifyReply, { kind, values }: Refusal): FastifyReply {
  const seconds = values?.['seconds'];
  if (seconds !== undefined && WAITING.includes(kind)) void reply.header('retry-after', String(seconds));
  return reply.code(REFUSAL_STATUS[kind]);
}

export const sendRefusal = (
  reply: FastifyReply,
  refusal: Refusal,
  language: Language,
  names: ReadonlyMap<string, string> = new Map(),
  extraFields: object = {},
): FastifyReply =>
  setRefusalStatus(reply, refusal).send({
    ...toRefusalBody(refusal, language, names),
    ...(refusal.kind === 'unavailable' ? { request_id: reply.request.id } : {}),
    ...extraFields,
  });

const WAITING: readonly Refusal['kind'][] = ['too_many', 'unavailable'];

/** When there is a turn is not known: soon, mostly. */
const TURN_SECONDS = 2;

/** Maps a thrown error to a refusal: a temporary outage, an unreadable body, or a bug. No detail reaches the caller. */
export function toRefusal(error: unknown): Refusal {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const buildRefusal = (kind: Refusal['kind'], message: SharedMessageId): Refusal => ({
    kind,
    code: message,
  });
  if (error instanceof TooManyRequests)
    return { kind: 'too_many', code: 'common.too_many', values: { seconds: error.seconds } };
  if (error instanceof NoTurnError)
    return { kind: 'too_many', code: 'common.too_many', values: { seconds: TURN_SECONDS } };
  if (error instanceof UnknownOutcome) return buildRefusal('unavailable', 'common.outcome_unknown');
  if (isDiskFull(error)) return buildRefusal('unavailable', 'common.storage_full');
  if (error instanceof FileStoreError) return buildRefusal('unavailable', 'common.files_down');
  if (isOutage(error)) return buildRefusal('unavailable', 'common.database_down');
  if (status === 413) return buildRefusal('too_large', 'uploads.form_too_large');
  if (status === 415) return buildRefusal('wrong_type', 'common.bad_body');
  return buildRefusal('malformed', 'common.bad_body');
}

/** True unless the caller or an outage caused the error: then it is a bug of ours and gives a 500. */
export function isServerError(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 500 && toRefusal(error).kind === 'malformed';
}
