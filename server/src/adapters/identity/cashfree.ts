import { z } from 'zod';
import type { IdentityVerdict, IdentityVerifier } from '../../ports/identity-verifier.ts';
import { createCashfreeClient, type CashfreeAccount } from '../cashfree.ts';
import { parseBirthDate } from './birth-date.ts';
import { toSandboxHeaders } from './sandbox-person.ts';

const API_VERSION = '2024-12-01';

export interface CashfreeIdentityAccount extends CashfreeAccount {
  /** True for the sandbox, which must be told who the applicant is. A real vendor must not be. */
  standIn: boolean;
}

type CashfreeIdentityVerifier = Omit<IdentityVerifier, 'startAadhaar' | 'sendAadhaarOtp' | 'completeAadhaar'>;

/** References look like `pan:161`: the vendor's number alone does not say which endpoint to ask. */
export function createCashfreeIdentity(config: CashfreeIdentityAccount): CashfreeIdentityVerifier {
  const client = createCashfreeClient(config, API_VERSION);

  async function fetchDigilockerVerdict(providerReference: string): Promise<IdentityVerdict | null> {
    const query = new URLSearchParams({ verification_id: providerReference.slice(DIGILOCKER.length) });
    const visit = await client.find(`/digilocker?${query}`, digilockerStatus, 'verification_id_not_found');
    const open = { providerReference, registeredName: null, reason: null };
    if (visit?.status === 'CONSENT_DENIED') return { ...open, status: 'denied' };
    if (visit?.status === 'PENDING') return { ...open, status: 'unfinished' };
    if (visit?.status !== 'AUTHENTICATED') return null;
    const request = { method: 'GET' as const, path: `/digilocker/document/AADHAAR?${query}` };
    const document = await client.call(request, aadhaarDocument);
    if (document.status === 'PENDING') return { ...open, status: 'pending' };
    if (document.status !== 'SUCCESS') return { ...open, status: 'refused', reason: 'not valid' };
    const last4 = document.uid?.slice(-4);
    const birthDate = parseBirthDate(document.dob);
    return {
      ...open,
      status: 'verified',
      registeredName: document.name ?? null,
      ...(last4 !== undefined && /^\d{4}$/.test(last4) ? { numberLast4: last4 } : {}),
      ...(birthDate !== undefined && { birthDate }),
    };
  }

  return {
    provider: 'cashfree',

    async verifyPan({ referenceId, pan, name }) {
      const body = { verification_id: referenceId, pan, name };
      return toPanVerdict(await client.call({ method: 'POST', path: '/pan', body }, panReply));
    },

    async verifyGstin({ referenceId, gstin, name }) {
      const body = { verification_id: referenceId, GSTIN: gstin, business_name: name };
      return toGstinVerdict(await client.call({ method: 'POST', path: '/gstin', body }, gstinReply));
    },

    buildDigilockerReference: (referenceId) => DIGILOCKER + referenceId,

    async startDigilocker({ providerReference, returnUrl, person }) {
      const body = {
        verification_id: providerReference.slice(DIGILOCKER.length),
        document_requested: ['AADHAAR'],
        redirect_url: returnUrl,
        user_flow: 'signin',
      };
      const headers = config.standIn ? toSandboxHeaders(person) : {};
      const request = { method: 'POST' as const, path: '/digilocker', body, headers };
      return { url: (await client.call(request, digilockerReply)).url };
    },

    async getVerdict(providerReference) {
      if (providerReference.startsWith(DIGILOCKER)) return fetchDigilockerVerdict(providerReference);
      const [kind, id = ''] = providerReference.split(':');
      const path = `/${kind === 'gstin' ? 'gstin' : 'pan'}/${encodeURIComponent(id)}`;
      if (kind === 'gstin') {
        const reply = await client.find(path, gstinReply, 'reference_id_not_found');
        return reply && toGstinVerdict(reply);
      }
      const reply = await client.find(path, panReply, 'reference_id_not_found');
      return reply && toPanVerdict(reply);
    },
  };
}

const DIGILOCKER = 'digilocker:';

const digilockerReply = z.object({ url: z.url() });
const digilockerStatus = z.object({ status: z.string() });
/** `uid` is masked. */
const aadhaarDocument = z.object({
  status: z.string(),
  name: z.string().nullish(),
  uid: z.string().nullish(),
  dob: z.string().nullish(),
});

/** `status` is present in checks that can be pending; the others have `valid` only. */
const commonFields = {
  reference_id: z.coerce.string(),
  status: z.string().nullish(),
  valid: z.boolean(),
  message: z.string().nullish(),
};

type CommonReply = z.infer<z.ZodObject<typeof commonFields>>;

const panReply = z.object({
  ...commonFields,
  registered_name: z.string().nullish(),
});

const gstinReply = z.object({
  ...commonFields,
  legal_name_of_business: z.string().nullish(),
  trade_name_of_business: z.string().nullish(),
});

/** The vendor compares names by a score of its own. We compare all of them ourselves, by one rule. */
const toPanVerdict = (reply: z.infer<typeof panReply>): IdentityVerdict =>
  buildVerdict('pan', reply, reply.registered_name);

const toGstinVerdict = (reply: z.infer<typeof gstinReply>): IdentityVerdict => ({
  ...buildVerdict('gstin', reply, reply.legal_name_of_business),
  tradeName: reply.trade_name_of_business ?? null,
});

function buildVerdict(
  kind: 'pan' | 'gstin',
  reply: CommonReply,
  registeredName: string | null | undefined,
): IdentityVerdict {
  const status = reply.status === 'PENDING' ? 'pending' : reply.valid ? 'verified' : 'refused';
  return {
    providerReference: `${kind}:${reply.reference_id}`,
    status,
    registeredName: registeredName ?? null,
    reason: status === 'refused' ? (reply.message ?? 'not valid') : null,
  };
}
