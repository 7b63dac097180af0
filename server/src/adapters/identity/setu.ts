import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Applicant, IdentityVerdict, IdentityVerifier } from '../../ports/identity-verifier.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { callProvider } from '../provider-call.ts';
import { createProviderCircuit } from '../provider-circuit.ts';
import { parseBirthDate } from './birth-date.ts';
import { toSandboxHeaders } from './sandbox-person.ts';

export interface SetuAccount {
  /** `https://dg.setu.co` */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  productInstanceId: string;
  /** Where the vendor's own pages would send the person. Those pages are not used. */
  redirectUrl: string;
  /** True for the sandbox, which must be told who the applicant is. A real vendor must not be. */
  standIn: boolean;
}

type AadhaarByNumber = Pick<
  IdentityVerifier,
  'startAadhaar' | 'sendAadhaarOtp' | 'completeAadhaar' | 'getVerdict'
>;

const PREFIX = 'okyc:';
const toRequestId = (providerReference: string): string => providerReference.slice(PREFIX.length);

const created = z.object({ id: z.string().min(1) });
const initiated = z.object({ captchaImage: z.string().min(1) });
const vendorError = z.object({ error: z.object({ code: z.string() }) });
const state = z.object({
  id: z.string().min(1),
  status: z.string(),
  aadhaar: z
    .object({ name: z.string(), maskedNumber: z.string().nullish(), dateOfBirth: z.string().nullish() })
    .nullish(),
});

/** Setu's OKYC: captcha and one-time password on our own screens. References read `okyc:<id>`. */
export function createSetuAadhaar(account: SetuAccount): AadhaarByNumber {
  const circuit = createProviderCircuit('setu');

  async function ask<Reply>(
    method: 'GET' | 'POST',
    path: string,
    reply: z.ZodType<Reply>,
    body?: unknown,
    person?: Applicant,
  ): Promise<{ ok: true; value: Reply } | { ok: false; code: string }> {
    const answer = await callProvider(circuit, {
      method,
      url: `${account.baseUrl}/api/okyc${path}`,
      headers: {
        'x-client-id': account.clientId,
        'x-client-secret': account.clientSecret,
        'x-product-instance-id': account.productInstanceId,
        ...(account.standIn && person ? toSandboxHeaders(person) : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 400) {
      const error = vendorError.safeParse(answer.body);
      if (!error.success)
        throw new ProviderError('unknown', `http_${answer.status}`, 'answered without the vendor’s error');
      return { ok: false, code: error.data.error.code };
    }
    const decoded = reply.safeParse(answer.body);
    // The answer may hold identity data, so the message contains no values.
    if (!decoded.success)
      throw new ProviderError('unknown', 'unexpected_answer', 'unexpected fields in the answer');
    return { ok: true, value: decoded.data };
  }

  const getValueOrThrow = <Reply>(
    answer: { ok: true; value: Reply } | { ok: false; code: string },
  ): Reply => {
    if (!answer.ok) throw new ProviderError('rejected', answer.code, 'the vendor said no');
    return answer.value;
  };

  const fetchVerdict = async (id: string): Promise<IdentityVerdict | null> => {
    const answer = await ask('GET', `/${encodeURIComponent(id)}`, state);
    if (!answer.ok && OVER.has(answer.code)) return null;
    return toVerdict(getValueOrThrow(answer));
  };

  return {
    async startAadhaar(person) {
      const { id } = getValueOrThrow(
        await ask('POST', '', created, { redirectURL: account.redirectUrl }, person),
      );
      const { captchaImage } = getValueOrThrow(
        await ask('POST', `/${encodeURIComponent(id)}/initiate`, initiated, {}),
      );
      return { providerReference: PREFIX + id, captcha: captchaImage };
    },

    async sendAadhaarOtp({ providerReference, number, captcha }) {
      const path = `/${encodeURIComponent(toRequestId(providerReference))}/verify`;
      const answer = await ask('POST', path, z.object({}), { aadhaarNumber: number, captchaCode: captcha });
      if (answer.ok) return 'sent';
      if (answer.code === 'invalid_captcha') return 'wrong_captcha';
      if (UNKNOWN_NUMBER.has(answer.code)) return 'unknown_number';
      if (OVER.has(answer.code)) return 'over';
      throw new ProviderError('rejected', answer.code, 'the vendor said no');
    },

    async completeAadhaar({ providerReference, otp }) {
      const id = toRequestId(providerReference);
      // Protects a file that we do not fetch.
      const shareCode = String(randomInt(1000, 10_000));
      const answer = await ask('POST', `/${encodeURIComponent(id)}/complete`, state, { otp, shareCode });
      if (answer.ok) return toVerdict(answer.value);
      if (answer.code === 'invalid_otp') return 'wrong_otp';
      // A retry of a request that the vendor has already processed.
      if (answer.code === 'already_complete') return (await fetchVerdict(id)) ?? 'over';
      if (OVER.has(answer.code)) return 'over';
      throw new ProviderError('rejected', answer.code, 'the vendor said no');
    },

    getVerdict: (providerReference) => fetchVerdict(toRequestId(providerReference)),
  };
}

const UNKNOWN_NUMBER = new Set(['invalid_aadhaar', 'aadhaar_not_linked']);
const OVER = new Set(['session_expired', 'request_not_found', 'otp_expired', 'exceeded_otp_retries']);

const STATUS: Readonly<Record<string, IdentityVerdict['status']>> = {
  complete: 'verified',
  under_review: 'pending',
  failed: 'refused',
};

/** Every status before the final ones waits for the person (`unfinished`). */
function toVerdict(reply: z.infer<typeof state>): IdentityVerdict {
  const status = STATUS[reply.status.toLowerCase()] ?? 'unfinished';
  const last4 = reply.aadhaar?.maskedNumber?.slice(-4);
  const birthDate = parseBirthDate(reply.aadhaar?.dateOfBirth);
  return {
    providerReference: PREFIX + reply.id,
    status,
    registeredName: reply.aadhaar?.name ?? null,
    reason: status === 'refused' ? 'not valid' : null,
    ...(last4 !== undefined && /^\d{4}$/.test(last4) ? { numberLast4: last4 } : {}),
    ...(birthDate !== undefined && { birthDate }),
  };
}
