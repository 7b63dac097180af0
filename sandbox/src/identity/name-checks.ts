import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { generateNumber } from '../state.ts';
import { ANOTHER_NAME } from './person.ts';

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

/** Returns the owner of an account or UPI ID according to its bank. */
export function addNameCheckRoutes(app: FastifyInstance, context: Context): void {
  const { state } = context;
  const findNameAtBank = (account: string) => state.registeredNames[account.slice(-4)];

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
      reference_id: generateNumber(state),
      vpa: body.vpa,
      ...getFinding(body.name, getUpiBehaviour(body.vpa)),
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
      reference_id: generateNumber(state),
      bank_name: `${body.ifsc.slice(0, 4)} BANK`,
      ...getFinding(body.name, getBankBehaviour(body.bank_account), findNameAtBank(body.bank_account)),
    }),
  );
}

type Behaviour = 'own_name' | 'other_name' | 'unknown_account' | 'no_answer';

const BY_ENDING: Record<string, Behaviour> = {
  '0000': 'unknown_account',
  '3333': 'other_name',
  '4444': 'no_answer',
};
const BY_UPI_USER: Record<string, Behaviour> = {
  fail: 'unknown_account',
  other: 'other_name',
  silent: 'no_answer',
};

const getBankBehaviour = (account: string): Behaviour => BY_ENDING[account.slice(-4)] ?? 'own_name';
const getUpiBehaviour = (vpa: string): Behaviour => BY_UPI_USER[vpa.slice(0, vpa.indexOf('@'))] ?? 'own_name';

const NO_NAME = { name_at_bank: null, name_match_score: null, name_match_result: null };

function getFinding(claimedName: string, behaviour: Behaviour, setName?: string) {
  switch (behaviour) {
    case 'unknown_account':
      return { ...NO_NAME, account_status: 'INVALID', account_status_code: 'INVALID_BANK_ACCOUNT' };
    case 'no_answer':
      return { ...NO_NAME, account_status: 'FAILED', account_status_code: 'FAILED_AT_BANK' };
    case 'own_name':
    case 'other_name': {
      const name = setName ?? (behaviour === 'other_name' ? ANOTHER_NAME : claimedName.toUpperCase());
      const isSame = name === claimedName.toUpperCase();
      return {
        name_at_bank: name,
        name_match_score: isSame ? '100.00' : '0.00',
        name_match_result: isSame ? 'DIRECT_MATCH' : 'NO_MATCH',
        account_status: 'VALID',
        account_status_code: 'ACCOUNT_IS_VALID',
      };
    }
  }
}
