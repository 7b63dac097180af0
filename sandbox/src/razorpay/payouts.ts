import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createSlowDestinations, startTransfer } from '../cashfree/payouts.ts';
import { createUnknownIdError } from './orders.ts';
import {
  toContactEntity,
  toFundAccountEntity,
  toPayoutEntity,
  toTransactionEntity,
} from './payout-entities.ts';
import { toCollection, toPageBetween, type Page } from './replies.ts';
import { generateRazorpayId, type Beneficiary, type Contact, type State, type Transfer } from '../state.ts';
import { FIRST_DEPOSIT_PAISE } from '../sums.ts';
import { VendorError } from '../vendor-error.ts';

/** "5-10 a second", according to Razorpay's best practices. */
const CALLS_A_MINUTE = 600;

interface ContactRequest {
  name: string;
  contact?: string;
  email?: string;
  type?: string;
  reference_id?: string;
}

interface FundAccountRequest {
  contact_id: string;
  account_type: 'bank_account' | 'vpa';
  bank_account?: { name: string; ifsc: string; account_number: string };
  vpa?: { address: string };
}

interface PayoutRequest {
  account_number: string;
  fund_account_id: string;
  amount: number;
  mode: string;
  reference_id?: string;
  narration?: string;
}

const contactRequest = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', pattern: "^[A-Za-z0-9 '\\-_/(),.]{3,50}$" },
    contact: { type: 'string' },
    email: { type: 'string' },
    type: { enum: ['vendor', 'customer', 'employee', 'self'] },
    reference_id: { type: 'string', maxLength: 40 },
  },
};

const fundAccountRequest = {
  type: 'object',
  required: ['contact_id', 'account_type'],
  properties: {
    contact_id: { type: 'string' },
    account_type: { enum: ['bank_account', 'vpa'] },
    bank_account: {
      type: 'object',
      required: ['name', 'ifsc', 'account_number'],
      properties: {
        name: { type: 'string', minLength: 3, maxLength: 120 },
        ifsc: { type: 'string', pattern: '^[A-Z]{4}0[A-Z0-9]{6}$' },
        account_number: { type: 'string', pattern: '^[A-Za-z0-9]{5,35}$' },
      },
    },
    vpa: {
      type: 'object',
      required: ['address'],
      properties: { address: { type: 'string', pattern: '^[\\w.-]+@[A-Za-z][A-Za-z0-9]*$' } },
    },
  },
  oneOf: [
    { properties: { account_type: { const: 'bank_account' } }, required: ['bank_account'] },
    { properties: { account_type: { const: 'vpa' } }, required: ['vpa'] },
  ],
};

const payoutRequest = {
  type: 'object',
  required: ['account_number', 'fund_account_id', 'amount', 'currency', 'mode', 'purpose'],
  properties: {
    account_number: { type: 'string', minLength: 1 },
    fund_account_id: { type: 'string' },
    amount: { type: 'integer', minimum: 100 },
    currency: { const: 'INR' },
    mode: { enum: ['IMPS', 'NEFT', 'RTGS', 'UPI'] },
    purpose: { enum: ['refund', 'cashback', 'payout', 'salary', 'utility bill', 'vendor bill'] },
    queue_if_low_balance: { type: 'boolean' },
    reference_id: { type: 'string', maxLength: 40 },
    narration: { type: 'string', maxLength: 30, pattern: '^[A-Za-z0-9 ]*$' },
  },
};

const limited = { config: { perMinute: CALLS_A_MINUTE } };

export function addRazorpayPayoutRoutes(app: FastifyInstance, context: Context): void {
  const { state } = context;
  const isTooSoon = createSlowDestinations();

  app.post<{ Body: ContactRequest }>(
    '/contacts',
    { schema: { body: contactRequest }, ...limited },
    async ({ body }) => toContactEntity(findSameContact(state, body) ?? createContact(context, body)),
  );

  app.get<{ Querystring: { reference_id?: string } }>('/contacts', limited, async ({ query }) => {
    const contacts = Object.values(state.contacts).filter(
      (contact) => query.reference_id === undefined || contact.referenceId === query.reference_id,
    );
    return toCollection(contacts.map(toContactEntity));
  });

  app.post<{ Body: FundAccountRequest }>(
    '/fund_accounts',
    { schema: { body: fundAccountRequest }, ...limited },
    async ({ body }) => {
      if (!state.contacts[body.contact_id]) throw createUnknownIdError();
      return toFundAccountEntity(findSameFundAccount(state, body) ?? createFundAccount(context, body));
    },
  );

  app.get<{ Querystring: { contact_id?: string } }>('/fund_accounts', limited, async ({ query }) => {
    const accounts = listFundAccounts(state).filter(
      (account) => query.contact_id === undefined || account.contactId === query.contact_id,
    );
    return toCollection(accounts.map(toFundAccountEntity));
  });

  app.post<{ Body: PayoutRequest }>(
    '/payouts',
    { schema: { body: payoutRequest }, ...limited },
    async ({ body, headers }) => {
      const key = headers['x-payout-idempotency'];
      if (typeof key !== 'string' || !/^[A-Za-z0-9_ -]{4,36}$/.test(key))
        throw new VendorError(400, 'BAD_REQUEST_ERROR', 'Idempotency key is missing or not valid');
      const existing = listPayouts(state).find((payout) => payout.razorpay?.key === key);
      if (existing?.razorpay?.request === JSON.stringify(body)) return toPayoutEntity(existing);
      if (existing)
        throw new VendorError(400, 'BAD_REQUEST_ERROR', 'Different request body for the same key');
      const account = listFundAccounts(state).find(
        (candidate) => candidate.beneficiary_id === body.fund_account_id,
      );
      if (!account) throw createUnknownIdError();
      if (isTooSoon(account, key)) throw new VendorError(503, 'SERVER_ERROR', 'try again later', 'api_error');
      return toPayoutEntity(createPayout(context, account, body, key));
    },
  );

  app.get<{ Querystring: AccountPage & { reference_id?: string } }>(
    '/payouts',
    limited,
    async ({ query }) => {
      const matching = listAccountPayouts(state, query).filter(
        ({ razorpay }) => query.reference_id === undefined || razorpay?.referenceId === query.reference_id,
      );
      return toPageBetween(matching.map(toPayoutEntity), query);
    },
  );

  app.get<{ Querystring: AccountPage }>('/transactions', limited, async ({ query }) =>
    toPageBetween(listTransactions(state, query), query),
  );
}

type AccountPage = Page['Querystring'] & { account_number?: string };

function listAccountPayouts(state: State, { account_number: number }: AccountPage): Transfer[] {
  if (!number) throw new VendorError(400, 'BAD_REQUEST_ERROR', 'The account number field is required.');
  return listPayouts(state).filter(({ razorpay }) => razorpay?.accountNumber === number);
}

/** The deposits, then each paid payout, with the balance after it. */
function listTransactions(state: State, query: AccountPage) {
  let balance = FIRST_DEPOSIT_PAISE + (state.depositedPaise['razorpay'] ?? 0);
  const deposit = toTransactionEntity({
    source: null,
    paise: balance,
    balance,
    at: new Date(0).toISOString(),
  });
  const successfulPayouts = listAccountPayouts(state, query).filter(({ status }) => status === 'SUCCESS');
  return [
    deposit,
    ...successfulPayouts.map((source) => {
      balance -= source.amountPaise;
      return toTransactionEntity({ source, paise: -source.amountPaise, balance, at: source.updatedOn });
    }),
  ];
}

const listFundAccounts = (state: State): Beneficiary[] =>
  Object.values(state.beneficiaries).filter((beneficiary) => beneficiary.contactId !== undefined);

const listPayouts = (state: State): Transfer[] =>
  Object.values(state.transfers).filter((transfer) => transfer.razorpay !== undefined);

const toNullable = (value: string | undefined): string | null => value ?? null;

const findSameContact = (state: State, body: ContactRequest): Contact | undefined =>
  Object.values(state.contacts).find(
    (contact) =>
      contact.name === body.name &&
      contact.contact === toNullable(body.contact) &&
      contact.email === toNullable(body.email) &&
      contact.type === toNullable(body.type) &&
      contact.referenceId === toNullable(body.reference_id),
  );

function createContact({ state, now }: Context, body: ContactRequest): Contact {
  const contact: Contact = {
    id: generateRazorpayId(state, 'cont'),
    name: body.name,
    contact: toNullable(body.contact),
    email: toNullable(body.email),
    type: toNullable(body.type),
    referenceId: toNullable(body.reference_id),
    createdAt: now().toISOString(),
  };
  state.contacts[contact.id] = contact;
  return contact;
}

const findSameFundAccount = (state: State, body: FundAccountRequest): Beneficiary | undefined =>
  listFundAccounts(state).find((account) => {
    const { bank_account_number, bank_ifsc, vpa } = account.beneficiary_instrument_details;
    return (
      account.contactId === body.contact_id &&
      vpa === body.vpa?.address &&
      bank_account_number === body.bank_account?.account_number &&
      bank_ifsc === body.bank_account?.ifsc
    );
  });

function createFundAccount({ state, now }: Context, body: FundAccountRequest): Beneficiary {
  const { contact_id: contactId, bank_account: bank, vpa } = body;
  const account: Beneficiary = {
    beneficiary_id: generateRazorpayId(state, 'fa'),
    beneficiary_name: bank?.name ?? state.contacts[contactId]?.name ?? '',
    beneficiary_instrument_details: {
      ...(bank ? { bank_account_number: bank.account_number, bank_ifsc: bank.ifsc } : {}),
      ...(vpa ? { vpa: vpa.address } : {}),
    },
    beneficiary_contact_details: null,
    beneficiary_status: 'VERIFIED',
    added_on: now().toISOString(),
    contactId,
  };
  state.beneficiaries[account.beneficiary_id] = account;
  return account;
}

/** References need not be unique: only the first payout with a reference is stored under it. */
function createPayout(context: Context, account: Beneficiary, body: PayoutRequest, key: string): Transfer {
  const { state } = context;
  const id = generateRazorpayId(state, 'pout');
  const referenceId = toNullable(body.reference_id);
  return startTransfer(context, account, {
    transferId: referenceId === null || state.transfers[referenceId] ? id : referenceId,
    cfTransferId: id,
    amountPaise: body.amount,
    mode: body.mode,
    remarks: toNullable(body.narration),
    razorpay: { accountNumber: body.account_number, referenceId, key, request: JSON.stringify(body) },
  });
}
