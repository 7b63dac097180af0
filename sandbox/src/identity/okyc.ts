import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { drawCaptcha, makeCaptcha } from './captcha.ts';
import { findRegisteredName, getBirthDate, readPerson } from './person.ts';
import { keepMessage } from '../messages/messages.ts';
import type { OkycRequest } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

interface ById {
  Params: { id: string };
}

const OPEN_MS = 10 * 60_000;
const WRONG_OTPS = 5;

/** Setu's Aadhaar check: create, initiate (captcha), verify (number, one-time password), complete. */
export function addOkycRoutes(app: FastifyInstance, context: Context): void {
  const { okyc } = context.state;

  app.addHook('onRequest', async (request) => {
    const { clientId, clientSecret } = context.settings;
    const { headers } = request;
    if (headers['x-client-id'] !== clientId || headers['x-client-secret'] !== clientSecret)
      throw new VendorError(401, 'unauthorized', 'invalid credentials');
  });
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const code = error instanceof VendorError ? error.code : 'bad_request';
    return reply
      .code(error.statusCode ?? 500)
      .send({ error: { code, detail: error.message, traceId: request.id } });
  });

  app.post('/', async (request) => {
    const created: OkycRequest = {
      id: randomUUID(),
      person: readPerson(request),
      captcha: '',
      status: 'created',
      numberEnding: '',
      birthDate: '',
      otp: '',
      wrongOtps: 0,
      registeredName: null,
      at: context.now().toISOString(),
    };
    okyc[created.id] = created;
    return { id: created.id, status: 'created', kycURL: `https://setu.example/okyc/${created.id}` };
  });

  app.post<ById>('/:id/initiate', async (request) => {
    const okycRequest = getOpenRequest(context, request, ['created', 'initiated']);
    okycRequest.captcha = makeCaptcha();
    okycRequest.status = 'initiated';
    return { id: okycRequest.id, code: 'initiate_success', captchaImage: drawCaptcha(okycRequest.captcha) };
  });

  app.post<ById & { Body: { aadhaarNumber: string; captchaCode: string } }>(
    '/:id/verify',
    {
      schema: {
        body: {
          type: 'object',
          required: ['aadhaarNumber', 'captchaCode'],
          properties: {
            aadhaarNumber: { type: 'string', pattern: '^[2-9]\\d{11}$' },
            captchaCode: { type: 'string', minLength: 1, maxLength: 20 },
          },
        },
      },
    },
    async (request) => {
      const okycRequest = getOpenRequest(context, request, ['initiated']);
      const { aadhaarNumber, captchaCode } = request.body;
      if (captchaCode.toUpperCase() !== okycRequest.captcha) {
        // The old picture is no longer valid.
        okycRequest.status = 'created';
        throw new VendorError(400, 'invalid_captcha', 'captcha does not match');
      }
      okycRequest.numberEnding = aadhaarNumber.slice(-4);
      okycRequest.birthDate = getBirthDate(aadhaarNumber);
      okycRequest.registeredName = findRegisteredName(
        context.state,
        okycRequest.numberEnding,
        okycRequest.person,
      );
      if (okycRequest.registeredName === null) {
        okycRequest.status = 'failed';
        throw new VendorError(400, 'invalid_aadhaar', 'no such Aadhaar number');
      }
      okycRequest.otp = String(randomInt(100_000, 1_000_000));
      okycRequest.status = 'otp_sent';
      keepMessage(context, {
        id: randomUUID(),
        to: okycRequest.person.mobile.replace('+', ''),
        channel: 'sms',
        vendor: 'uidai',
        from: 'AX-UIDAI-S',
        text: `${okycRequest.otp} is the OTP for your Aadhaar. It is valid for 10 minutes. UIDAI never asks for it.`,
      });
      return { id: okycRequest.id, code: 'otp_sent', message: 'OTP sent to the registered mobile number' };
    },
  );

  app.post<ById & { Body: { otp: string; shareCode: string } }>(
    '/:id/complete',
    {
      schema: {
        body: {
          type: 'object',
          required: ['otp', 'shareCode'],
          properties: {
            otp: { type: 'string', pattern: '^\\d{6}$' },
            shareCode: { type: 'string', pattern: '^\\d{4}$' },
          },
        },
      },
    },
    async (request) => {
      const existing = okyc[request.params.id];
      if (existing && ['complete', 'under_review'].includes(existing.status))
        throw new VendorError(400, 'already_complete', 'this request is complete');
      const okycRequest = getOpenRequest(context, request, ['otp_sent']);
      if (request.body.otp !== okycRequest.otp) {
        okycRequest.wrongOtps += 1;
        if (okycRequest.wrongOtps >= WRONG_OTPS) okycRequest.status = 'created';
        throw new VendorError(400, 'invalid_otp', 'OTP does not match');
      }
      okycRequest.status = okycRequest.numberEnding === '1111' ? 'under_review' : 'complete';
      return toStatusAnswer(okycRequest);
    },
  );

  app.get<ById>('/:id', async (request) => toStatusAnswer(getOkycRequest(context, request.params.id)));
}

/** Decides a pending Aadhaar check. */
export function decideOkyc(context: Context, id: string, status: 'VALID' | 'INVALID'): void {
  const okycRequest = getOkycRequest(context, id);
  if (okycRequest.status !== 'under_review')
    throw new VendorError(404, 'check_not_pending', 'no pending Aadhaar check has this id');
  okycRequest.status = status === 'VALID' ? 'complete' : 'failed';
}

function getOkycRequest(context: Context, id: string): OkycRequest {
  const okycRequest = context.state.okyc[id];
  if (!okycRequest) throw new VendorError(404, 'request_not_found', 'no such request');
  return okycRequest;
}

function getOpenRequest(
  context: Context,
  request: FastifyRequest<ById>,
  statuses: OkycRequest['status'][],
): OkycRequest {
  const okycRequest = getOkycRequest(context, request.params.id);
  const ageMs = context.now().getTime() - new Date(okycRequest.at).getTime();
  if (ageMs > OPEN_MS || !statuses.includes(okycRequest.status))
    throw new VendorError(400, 'session_expired', 'this request is over');
  return okycRequest;
}

function toStatusAnswer(okycRequest: OkycRequest) {
  const complete = okycRequest.status === 'complete';
  return {
    id: okycRequest.id,
    status: okycRequest.status,
    ...(complete
      ? {
          aadhaar: {
            name: okycRequest.registeredName,
            maskedNumber: `XXXXXXXX${okycRequest.numberEnding}`,
            dateOfBirth: okycRequest.birthDate,
            verified: true,
          },
        }
      : {}),
  };
}
