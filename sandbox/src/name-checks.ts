import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { nextNumber } from './state.ts';

export const ANOTHER_NAME = 'ANOTHER PERSON';

interface UpiRequest {
  verification_id: string;
  vpa: string;
  name: string;
}

interface BankRequest {
  bank_account: string;
  ifsc: string;
  name: string;
}

const shortText = { type: 'string', minLength: 1, maxLength: 100 };

/** Who the bank says owns an account or UPI ID. */
export function nameChecksApi(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.post<{ Body: UpiRequest }>(
    '/upi/penny-drop',
    {
      schema: {
        body: {
          type: 'object',
          required: ['verification_id', 'vpa', 'name'],
          properties: {
            verification_id: shortText,
            vpa: { type: 'string', pattern: '^[\\w.-]+@[A-Za-z][A-Za-z0-9]*$' },
            name: shortText,
          },
        },
      },
    },
    async ({ body }) => ({
      verification_id: body.verification_id,
      reference_id: nextNumber(state),
      vpa: body.vpa,
      ...findingOf(body.name, body.vpa.startsWith('fail@'), body.vpa.startsWith('other@')),
    }),
  );

  app.post<{ Body: BankRequest }>(
    '/bank-account/sync',
    {
      schema: {
        body: {
          type: 'object',
          required: ['bank_account', 'ifsc', 'name'],
          properties: {
            bank_account: { type: 'string', pattern: '^[A-Za-z0-9]{4,25}$' },
            ifsc: { type: 'string', pattern: '^[A-Z]{4}0[A-Z0-9]{6}$' },
            name: shortText,
          },
        },
      },
    },
    async ({ body }) => ({
      reference_id: nextNumber(state),
      bank_name: `${body.ifsc.slice(0, 4)} BANK`,
      ...findingOf(body.name, body.bank_account.endsWith('0000'), body.bank_account.endsWith('3333')),
    }),
  );
}

function findingOf(claimedName: string, unknown: boolean, othersAccount: boolean) {
  if (unknown) {
    return {
      name_at_bank: null,
      name_match_score: null,
      name_match_result: null,
      account_status: 'INVALID',
      account_status_code: 'INVALID_BANK_ACCOUNT',
    };
  }
  return {
    name_at_bank: othersAccount ? ANOTHER_NAME : claimedName.toUpperCase(),
    name_match_score: othersAccount ? '0.00' : '100.00',
    name_match_result: othersAccount ? 'NO_MATCH' : 'DIRECT_MATCH',
    account_status: 'VALID',
    account_status_code: 'ACCOUNT_IS_VALID',
  };
}
