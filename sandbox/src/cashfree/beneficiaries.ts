import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Beneficiary } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

interface BeneficiaryRequest {
  beneficiary_id: string;
  beneficiary_name: string;
  beneficiary_instrument_details: Beneficiary['beneficiary_instrument_details'];
  beneficiary_contact_details?: Record<string, string>;
}

const beneficiaryRequest = {
  type: 'object',
  required: ['beneficiary_id', 'beneficiary_name', 'beneficiary_instrument_details'],
  properties: {
    beneficiary_id: { type: 'string', pattern: '^[A-Za-z0-9_|.-]{1,50}$' },
    beneficiary_name: { type: 'string', minLength: 1, maxLength: 100 },
    beneficiary_instrument_details: {
      type: 'object',
      properties: {
        bank_account_number: { type: 'string', pattern: '^[A-Za-z0-9]{4,25}$' },
        bank_ifsc: { type: 'string', pattern: '^[A-Z]{4}0[A-Z0-9]{6}$' },
        vpa: { type: 'string', pattern: '^[\\w.-]+@[A-Za-z][A-Za-z0-9]*$' },
      },
      anyOf: [{ required: ['bank_account_number', 'bank_ifsc'] }, { required: ['vpa'] }],
    },
    beneficiary_contact_details: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

const byId = {
  querystring: {
    type: 'object',
    required: ['beneficiary_id'],
    properties: { beneficiary_id: { type: 'string' } },
  },
};

interface ById {
  Querystring: { beneficiary_id: string };
}

export function addBeneficiaryRoutes(app: FastifyInstance, context: Context): void {
  const { beneficiaries } = context.state;

  app.post<{ Body: BeneficiaryRequest }>(
    '/beneficiary',
    { schema: { body: beneficiaryRequest } },
    async (request, reply) => {
      const { body } = request;
      if (beneficiaries[body.beneficiary_id]?.beneficiary_status === 'VERIFIED') {
        throw new VendorError(409, 'beneficiary_id_already_exists', 'beneficiary_id already exists');
      }
      const beneficiary: Beneficiary = {
        beneficiary_id: body.beneficiary_id,
        beneficiary_name: body.beneficiary_name,
        beneficiary_instrument_details: body.beneficiary_instrument_details,
        beneficiary_contact_details: body.beneficiary_contact_details ?? null,
        beneficiary_status: 'VERIFIED',
        added_on: context.now().toISOString(),
      };
      beneficiaries[beneficiary.beneficiary_id] = beneficiary;
      return reply.code(201).send(beneficiary);
    },
  );

  app.get<ById>('/beneficiary', { schema: byId }, async (request) =>
    findBeneficiary(beneficiaries, request.query.beneficiary_id),
  );

  app.delete<ById>('/beneficiary', { schema: byId }, async (request) => {
    const beneficiary = findBeneficiary(beneficiaries, request.query.beneficiary_id);
    beneficiary.beneficiary_status = 'DELETED';
    return beneficiary;
  });
}

/** A deleted beneficiary is not found, so that nobody can be paid through it. */
export function findBeneficiary(beneficiaries: Record<string, Beneficiary>, id: string): Beneficiary {
  const beneficiary = beneficiaries[id];
  if (beneficiary?.beneficiary_status !== 'VERIFIED') {
    throw new VendorError(404, 'beneficiary_not_found', 'Beneficiary does not exist');
  }
  return beneficiary;
}
