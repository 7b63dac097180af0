import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getRegisteredName } from './person.ts';
import { generateNumber, type IdentityCheck } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

interface PanRequest {
  verification_id: string;
  pan: string;
  name: string;
}

interface GstinRequest {
  verification_id: string;
  GSTIN: string;
  business_name: string;
}

const shortText = { type: 'string', minLength: 1, maxLength: 100 };
const PAN = '[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]';

/** PAN and GSTIN checks. The four digits of the PAN, also inside a GSTIN, decide how a check goes. */
export function addIdentityRoutes(app: FastifyInstance, context: Context): void {
  const { checks } = context.state;

  app.post<{ Body: PanRequest }>(
    '/pan',
    {
      schema: {
        body: {
          type: 'object',
          required: ['verification_id', 'pan', 'name'],
          properties: {
            verification_id: shortText,
            pan: { type: 'string', pattern: `^${PAN}$` },
            name: shortText,
          },
        },
      },
    },
    async ({ body }) =>
      toPanAnswer(findOrStart(context, body.verification_id, 'pan', body.pan.slice(5, 9), body.name)),
  );

  app.post<{ Body: GstinRequest }>(
    '/gstin',
    {
      schema: {
        body: {
          type: 'object',
          required: ['verification_id', 'GSTIN', 'business_name'],
          properties: {
            verification_id: shortText,
            GSTIN: { type: 'string', pattern: `^\\d{2}${PAN}[1-9A-Z]Z[0-9A-Z]$` },
            business_name: shortText,
          },
        },
      },
    },
    async ({ body }) =>
      toGstinAnswer(
        findOrStart(context, body.verification_id, 'gstin', body.GSTIN.slice(7, 11), body.business_name),
      ),
  );

  app.get<{ Params: { referenceId: string } }>('/pan/:referenceId', async (request) =>
    toPanAnswer(findCheck(checks, 'pan', request.params.referenceId)),
  );

  app.get<{ Params: { referenceId: string } }>('/gstin/:referenceId', async (request) =>
    toGstinAnswer(findCheck(checks, 'gstin', request.params.referenceId)),
  );
}

/** Decides a pending check. */
export function decideCheck({ state }: Context, id: string, status: 'VALID' | 'INVALID') {
  const check = state.checks[id];
  if (check?.status !== 'PENDING') {
    throw new VendorError(404, 'check_not_pending', 'no pending check has this reference');
  }
  check.status = status;
  check.registeredName =
    status === 'VALID' ? getRegisteredName(state, check.numberEnding, check.nameProvided) : null;
}

function findCheck(checks: Record<string, IdentityCheck>, kind: IdentityCheck['kind'], id: string) {
  const check = checks[id];
  if (check?.kind !== kind) {
    throw new VendorError(404, 'reference_id_not_found', 'reference_id does not exist');
  }
  return check;
}

/** A repeated verification id returns the same check. */
function findOrStart(
  context: Context,
  verificationId: string,
  kind: IdentityCheck['kind'],
  digits: string,
  name: string,
): IdentityCheck {
  const { checks } = context.state;
  const existing = Object.values(checks).find(
    (check) => check.verificationId === verificationId && check.kind === kind,
  );
  if (existing) return existing;
  const check: IdentityCheck = {
    referenceId: generateNumber(context.state),
    verificationId,
    kind,
    numberEnding: digits,
    nameProvided: name,
    at: context.now().toISOString(),
    ...getFinding(context, digits, name),
  };
  checks[String(check.referenceId)] = check;
  return check;
}

function getFinding(
  { state }: Context,
  digits: string,
  name: string,
): Pick<IdentityCheck, 'status' | 'registeredName'> {
  if (digits === '0000') return { status: 'INVALID', registeredName: null };
  if (digits === '1111') return { status: 'PENDING', registeredName: null };
  return { status: 'VALID', registeredName: getRegisteredName(state, digits, name) };
}

const MESSAGES: Record<IdentityCheck['status'], string> = {
  VALID: 'verified successfully',
  INVALID: 'is invalid or not found',
  PENDING: 'verification is under way',
};

function toCommonFields(check: IdentityCheck) {
  return {
    reference_id: check.referenceId,
    verification_id: check.verificationId,
    name_provided: check.nameProvided,
    status: check.status,
    valid: check.status === 'VALID',
    message: `${check.kind.toUpperCase()} ${MESSAGES[check.status]}`,
  };
}

function toPanAnswer(check: IdentityCheck) {
  const isSame = check.registeredName === check.nameProvided.toUpperCase();
  return {
    ...toCommonFields(check),
    registered_name: check.registeredName,
    name_match_score: check.registeredName === null ? null : isSame ? '100.00' : '0.00',
    name_match_result: check.registeredName === null ? null : isSame ? 'DIRECT_MATCH' : 'NO_MATCH',
  };
}

/** For a GSTIN the vendor names the registered business and leaves comparing to the caller. */
function toGstinAnswer(check: IdentityCheck) {
  return {
    ...toCommonFields(check),
    legal_name_of_business: check.registeredName,
    gst_in_status: check.status === 'VALID' ? 'Active' : null,
  };
}
