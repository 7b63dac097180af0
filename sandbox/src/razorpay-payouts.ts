import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { slowness, startTransfer } from './payouts.ts';
import { unknownId } from './razorpay-orders.ts';
import {
  collection,
  contactEntity,
  fundAccountEntity,
  pageBetween,
  payoutEntity,
  transactionEntity,
  type Page,
} from './razorpay-answers.ts';
import { nextRazorpayId, type Beneficiary, type Contact, type State, type Transfer } from './state.ts';
import { FIRST_DEPOSIT_PAISE } from './sums.ts';
import { VendorError } from './vendor-error.ts';

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

export function razorpayPayoutsApi(app: FastifyInstance, context: Context): void {
  const { state } = context;
  const isTooSoon = slowness();

  app.post<{ Body: ContactRequest }>(
    '/contacts',
    { schema: { body: contactRequest }, ...limited },
    async ({ body }) => contactEntity(sameContact(state, body) ?? newContact(context, body)),
  );

  app.get<{ Querystring: { reference_id?: string } }>('/contacts', limited, async ({ query }) => {
    const found = Object.values(state.contacts).filter(
      (one) => query.reference_id === undefined || one.referenceId === query.reference_id,
    );
    return collection(found.map(contactEntity));
  });

  app.post<{ Body: FundAccountRequest }>(
    '/fund_accounts',
    { schema: { body: fundAccountRequest }, ...limited },
    async ({ body }) => {
      if (!state.contacts[body.contact_id]) throw unknownId();
      return fundAccountEntity(sameFundAccount(state, body) ?? newFundAccount(context, body));
    },
  );

  app.get<{ Querystring: { contact_id?: string } }>('/fund_accounts', limited, async ({ query }) => {
    const found = fundAccounts(state).filter(
      (one) => query.contact_id === undefined || one.contactId === query.contact_id,
    );
    return collection(found.map(fundAccountEntity));
  });

  app.post<{ Body: PayoutRequest }>(
    '/payouts',
    { schema: { body: payoutRequest }, ...limited },
    async ({ body, headers }) => {
      const key = headers['x-payout-idempotency'];
      if (typeof key !== 'string' || !/^[A-Za-z0-9_ -]{4,36}$/.test(key))
        throw new VendorError(400, 'BAD_REQUEST_ERROR', 'Idempotency key is missing or not valid');
      const known = payouts(state).find((one) => one.razorpay?.key === key);
      if (known?.razorpay?.request === JSON.stringify(body)) return payoutEntity(known);
      if (known) throw new VendorError(400, 'BAD_REQUEST_ERROR', 'Different request body for the same key');
      const account = fundAccounts(state).find((one) => one.beneficiary_id === body.fund_account_id);
      if (!account) throw unknownId();
      if (isTooSoon(account, key)) throw new VendorError(503, 'SERVER_ERROR', 'try again later', 'api_error');
      return payoutEntity(newPayout(context, account, body, key));
    },
  );

  app.get<{ Querystring: AccountPage & { reference_id?: string } }>(
    '/payouts',
    limited,
    async ({ query }) => {
      const found = payoutsFrom(state, query).filter(
        ({ razorpay }) => query.reference_id === undefined || razorpay?.referenceId === query.reference_id,
      );
      return pageBetween(found.map(payoutEntity), query);
    },
  );

  app.get<{ Querystring: AccountPage }>('/transactions', limited, async ({ query }) =>
    pageBetween(transactions(state, query), query),
  );
}

type AccountPage = Page['Querystring'] & { account_number?: string };

function payoutsFrom(state: State, { account_number: number }: AccountPage): Transfer[] {
  if (!number) throw new VendorError(400, 'BAD_REQUEST_ERROR', 'The account number field is required.');
  return payouts(state).filter(({ razorpay }) => razorpay?.accountNumber === number);
}

/** The deposits, then each paid payout, with the balance after it. */
function transactions(state: State, query: AccountPage) {
  let balance = FIRST_DEPOSIT_PAISE + (state.depositedPaise['razorpay'] ?? 0);
  const deposit = transactionEntity({ source: null, paise: balance, balance, at: new Date(0).toISOString() });
  const left = payoutsFrom(state, query).filter(({ status }) => status === 'SUCCESS');
  return [
    deposit,
    ...left.map((source) => {
      balance -= source.amountPaise;
      return transactionEntity({ source, paise: -source.amountPaise, balance, at: source.updatedOn });
    }),
  ];
}

const fundAccounts = (state: State): Beneficiary[] =>
  Object.values(state.beneficiaries).filter((one) => one.contactId !== undefined);

const payouts = (state: State): Transfer[] =>
  Object.values(state.transfers).filter((one) => one.razorpay !== undefined);

const textOr = (value: string | undefined): string | null => value ?? null;

const sameContact = (state: State, body: ContactRequest): Contact | undefined =>
  Object.values(state.contacts).find(
    (one) =>
      one.name === body.name &&
      one.contact === textOr(body.contact) &&
      one.email === textOr(body.email) &&
      one.type === textOr(body.type) &&
      one.referenceId === textOr(body.reference_id),
  );

function newContact({ state, now }: Context, body: ContactRequest): Contact {
  const contact: Contact = {
    id: nextRazorpayId(state, 'cont'),
    name: body.name,
    contact: textOr(body.contact),
    email: textOr(body.email),
    type: textOr(body.type),
    referenceId: textOr(body.reference_id),
    createdAt: now().toISOString(),
  };
  state.contacts[contact.id] = contact;
  return contact;
}

const sameFundAccount = (state: State, body: FundAccountRequest): Beneficiary | undefined =>
  fundAccounts(state).find((one) => {
    const { bank_account_number, bank_ifsc, vpa } = one.beneficiary_instrument_details;
    return (
      one.contactId === body.contact_id &&
      vpa === body.vpa?.address &&
      bank_account_number === body.bank_account?.account_number &&
      bank_ifsc === body.bank_account?.ifsc
    );
  });

function newFundAccount({ state, now }: Context, body: FundAccountRequest): Beneficiary {
  const { contact_id: contactId, bank_account: bank, vpa } = body;
  const account: Beneficiary = {
    beneficiary_id: nextRazorpayId(state, 'fa'),
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
function newPayout(context: Context, account: Beneficiary, body: PayoutRequest, key: string): Transfer {
  const { state } = context;
  const id = nextRazorpayId(state, 'pout');
  const referenceId = textOr(body.reference_id);
  return startTransfer(context, account, {
    transferId: referenceId === null || state.transfers[referenceId] ? id : referenceId,
    cfTransferId: id,
    amountPaise: body.amount,
    mode: body.mode,
    remarks: textOr(body.narration),
    razorpay: { accountNumber: body.account_number, referenceId, key, request: JSON.stringify(body) },
  });
}
