import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { drawCaptcha, makeCaptcha } from './identity-captcha.ts';
import { personIn, registeredUnder } from './identity-person.ts';
import { keepMessage } from './messages.ts';
import type { OkycRequest } from './state.ts';
import { VendorError } from './vendor-error.ts';

interface ById {
  Params: { id: string };
}

const OPEN_MS = 10 * 60_000;
const WRONG_OTPS = 5;

/** Setu's Aadhaar check: create, initiate (captcha), verify (number, one-time password), complete. */
export function okycApi(app: FastifyInstance, context: Context): void {
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
      person: personIn(request),
      captcha: '',
      status: 'created',
      numberEnding: '',
      otp: '',
      wrongOtps: 0,
      registeredName: null,
      at: context.now().toISOString(),
    };
    okyc[created.id] = created;
    return { id: created.id, status: 'created', kycURL: `https://setu.example/okyc/${created.id}` };
  });

  app.post<ById>('/:id/initiate', async (request) => {
    const one = openRequest(context, request, ['created', 'initiated']);
    one.captcha = makeCaptcha();
    one.status = 'initiated';
    return { id: one.id, code: 'initiate_success', captchaImage: drawCaptcha(one.captcha) };
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
      const one = openRequest(context, request, ['initiated']);
      const { aadhaarNumber, captchaCode } = request.body;
      if (captchaCode.toUpperCase() !== one.captcha) {
        // The old picture is no longer valid.
        one.status = 'created';
        throw new VendorError(400, 'invalid_captcha', 'captcha does not match');
      }
      one.numberEnding = aadhaarNumber.slice(-4);
      one.registeredName = registeredUnder(one.numberEnding, one.person);
      if (one.registeredName === null) {
        one.status = 'failed';
        throw new VendorError(400, 'invalid_aadhaar', 'no such Aadhaar number');
      }
      one.otp = String(randomInt(100_000, 1_000_000));
      one.status = 'otp_sent';
      keepMessage(context, {
        to: one.person.mobile.replace('+', ''),
        channel: 'sms',
        subject: null,
        text: `${one.otp} is the OTP for your Aadhaar. It is valid for 10 minutes. UIDAI never asks for it.`,
      });
      return { id: one.id, code: 'otp_sent', message: 'OTP sent to the registered mobile number' };
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
      const known = okyc[request.params.id];
      if (known && ['complete', 'under_review'].includes(known.status))
        throw new VendorError(400, 'already_complete', 'this request is complete');
      const one = openRequest(context, request, ['otp_sent']);
      if (request.body.otp !== one.otp) {
        one.wrongOtps += 1;
        if (one.wrongOtps >= WRONG_OTPS) one.status = 'created';
        throw new VendorError(400, 'invalid_otp', 'OTP does not match');
      }
      one.status = one.numberEnding === '1111' ? 'under_review' : 'complete';
      return stateOf(one);
    },
  );

  app.get<ById>('/:id', async (request) => stateOf(requestOf(context, request.params.id)));
}

/** Decides a pending Aadhaar check. */
export function decideOkyc(context: Context, id: string, status: 'VALID' | 'INVALID'): void {
  const one = requestOf(context, id);
  if (one.status !== 'under_review')
    throw new VendorError(404, 'check_not_pending', 'no pending Aadhaar check has this id');
  one.status = status === 'VALID' ? 'complete' : 'failed';
}

function requestOf(context: Context, id: string): OkycRequest {
  const one = context.state.okyc[id];
  if (!one) throw new VendorError(404, 'request_not_found', 'no such request');
  return one;
}

function openRequest(
  context: Context,
  request: FastifyRequest<ById>,
  statuses: OkycRequest['status'][],
): OkycRequest {
  const one = requestOf(context, request.params.id);
  const ageMs = context.now().getTime() - new Date(one.at).getTime();
  if (ageMs > OPEN_MS || !statuses.includes(one.status))
    throw new VendorError(400, 'session_expired', 'this request is over');
  return one;
}

function stateOf(one: OkycRequest) {
  const complete = one.status === 'complete';
  return {
    id: one.id,
    status: one.status,
    ...(complete
      ? { aadhaar: { name: one.registeredName, maskedNumber: `XXXXXXXX${one.numberEnding}`, verified: true } }
      : {}),
  };
}
