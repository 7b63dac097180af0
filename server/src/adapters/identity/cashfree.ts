import { z } from 'zod';
import type { IdentityVerdict, IdentityVerifier } from '../../ports/identity-verifier.ts';
import { cashfreeClient, type CashfreeAccount } from '../cashfree.ts';

const API_VERSION = '2024-12-01';

/** References read `pan:161`: the vendor's number alone does not say where to ask. */
export function cashfreeIdentity(config: CashfreeAccount): IdentityVerifier {
  const client = cashfreeClient(config, API_VERSION);

  return {
    provider: 'cashfree',

    async verifyPan({ referenceId, pan, name }) {
      const body = { verification_id: referenceId, pan, name };
      return panVerdict(await client.call({ method: 'POST', path: '/pan', body }, panReply));
    },

    async verifyGstin({ referenceId, gstin, name }) {
      const body = { verification_id: referenceId, GSTIN: gstin, business_name: name };
      const reply = await client.call({ method: 'POST', path: '/gstin', body }, gstinReply);
      return gstinVerdict(reply, name);
    },

    async getVerdict(providerReference) {
      const [kind, id = ''] = providerReference.split(':');
      const path = `/${kind === 'gstin' ? 'gstin' : 'pan'}/${encodeURIComponent(id)}`;
      if (kind === 'gstin') {
        const reply = await client.find(path, gstinReply, 'reference_id_not_found');
        return reply && gstinVerdict(reply, null);
      }
      const reply = await client.find(path, panReply, 'reference_id_not_found');
      return reply && panVerdict(reply);
    },
  };
}

/** `status` comes with checks that can be pending; the others say `valid` alone. */
const commonFields = {
  reference_id: z.coerce.string(),
  status: z.string().nullish(),
  valid: z.boolean(),
  message: z.string().nullish(),
  name_provided: z.string().nullish(),
};

type CommonReply = z.infer<z.ZodObject<typeof commonFields>>;

const panReply = z.object({
  ...commonFields,
  registered_name: z.string().nullish(),
  name_match_result: z.string().nullish(),
});

const gstinReply = z.object({
  ...commonFields,
  legal_name_of_business: z.string().nullish(),
  trade_name_of_business: z.string().nullish(),
});

function panVerdict(reply: z.infer<typeof panReply>): IdentityVerdict {
  const matches =
    reply.name_match_result === 'DIRECT_MATCH' || reply.name_match_result === 'GOOD_PARTIAL_MATCH';
  return verdict('pan', reply, reply.registered_name, matches);
}

/** Here the vendor compares nothing: either name of the business will do. */
function gstinVerdict(reply: z.infer<typeof gstinReply>, name: string | null): IdentityVerdict {
  const claimed = plainName(name ?? reply.name_provided);
  const names = [reply.legal_name_of_business, reply.trade_name_of_business].map(plainName);
  const matches = claimed !== '' && names.includes(claimed);
  return verdict('gstin', reply, reply.legal_name_of_business, matches);
}

function plainName(name: string | null | undefined): string {
  return (name ?? '')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function verdict(
  kind: 'pan' | 'gstin',
  reply: CommonReply,
  registeredName: string | null | undefined,
  nameMatches: boolean,
): IdentityVerdict {
  const status = reply.status === 'PENDING' ? 'pending' : reply.valid ? 'verified' : 'refused';
  return {
    providerReference: `${kind}:${reply.reference_id}`,
    status,
    registeredName: registeredName ?? null,
    nameMatches: status === 'verified' && nameMatches,
    reason: status === 'refused' ? (reply.message ?? 'not valid') : null,
  };
}
