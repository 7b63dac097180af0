import type { FastifyInstance } from 'fastify';
import { findBeneficiary } from './beneficiaries.ts';
import type { Context } from '../context.ts';
import { toPaise, toRupees } from '../rupees.ts';
import { buildRazorpayPayoutEvent } from '../razorpay/events.ts';
import { generateNumber, type Beneficiary, type Transfer, type TransferStatus } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

/** How often a transfer to a slow destination is refused at first. */
const SLOW_REFUSALS = 2;

interface TransferRequest {
  transfer_id: string;
  transfer_amount: number;
  transfer_currency?: string;
  transfer_mode?: string;
  beneficiary_details: { beneficiary_id: string };
  transfer_remarks?: string;
  fundsource_id?: string;
}

const transferRequest = {
  type: 'object',
  required: ['transfer_id', 'transfer_amount', 'beneficiary_details'],
  properties: {
    transfer_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' },
    transfer_amount: { type: 'number' },
    transfer_currency: { const: 'INR' },
    transfer_mode: { enum: ['banktransfer', 'imps', 'neft', 'rtgs', 'upi'] },
    beneficiary_details: {
      type: 'object',
      required: ['beneficiary_id'],
      properties: { beneficiary_id: { type: 'string' } },
    },
    transfer_remarks: { type: 'string', maxLength: 70, pattern: '^[A-Za-z0-9 ]*$' },
    fundsource_id: { type: 'string' },
  },
};

export function addPayoutRoutes(app: FastifyInstance, context: Context): void {
  const { state } = context;
  const isTooSoon = createSlowDestinations();

  app.post<{ Body: TransferRequest }>(
    '/transfers',
    { schema: { body: transferRequest } },
    async (request) => {
      const { body } = request;
      const existing = state.transfers[body.transfer_id];
      if (existing) return toTransferAnswer(requireSameTransfer(existing, body));

      const beneficiary = findBeneficiary(state.beneficiaries, body.beneficiary_details.beneficiary_id);
      if (isTooSoon(beneficiary, body.transfer_id)) {
        throw new VendorError(503, 'service_unavailable', 'try again later', 'api_error');
      }
      return toTransferAnswer(acceptTransfer(context, body, beneficiary));
    },
  );

  app.get<{ Querystring: { transfer_id: string } }>(
    '/transfers',
    {
      schema: {
        querystring: {
          type: 'object',
          required: ['transfer_id'],
          properties: { transfer_id: { type: 'string' } },
        },
      },
    },
    async (request) => toTransferAnswer(findTransfer(state.transfers, request.query.transfer_id)),
  );

  for (const transfer of Object.values(state.transfers)) scheduleNextStep(context, transfer);
}

export function findTransfer(transfers: Record<string, Transfer>, transferId: string): Transfer {
  const transfer = transfers[transferId];
  if (!transfer) throw new VendorError(404, 'transfer_not_found', 'transfer_id does not exist');
  return transfer;
}

/** Simulates a bank that returns the money of a paid transfer. */
export function reverseTransfer(context: Context, transfer: Transfer): void {
  if (transfer.status !== 'SUCCESS') {
    throw new VendorError(400, 'transfer_not_successful', `the transfer is ${transfer.status}`);
  }
  transfer.nextSteps = [];
  moveTo(context, transfer, 'REVERSED');
}

/** Outcome of transfers to this beneficiary, by its test value. */
function getFate(beneficiary: Beneficiary): 'paid' | 'fails' | 'reverses' | 'slow' {
  const { bank_account_number, vpa } = beneficiary.beneficiary_instrument_details;
  const has = (ending: string, user: string) =>
    (bank_account_number?.endsWith(ending) ?? false) || (vpa?.startsWith(`${user}@`) ?? false);
  if (has('0000', 'fail')) return 'fails';
  if (has('1111', 'reverse')) return 'reverses';
  return has('2222', 'slow') ? 'slow' : 'paid';
}

const STEPS: Record<ReturnType<typeof getFate>, TransferStatus[]> = {
  paid: ['PENDING', 'SUCCESS'],
  slow: ['PENDING', 'SUCCESS'],
  fails: ['PENDING', 'FAILED'],
  reverses: ['PENDING', 'SUCCESS', 'REVERSED'],
};

function requireSameTransfer(existing: Transfer, body: TransferRequest): Transfer {
  const isSame =
    existing.amountPaise === toPaise(body.transfer_amount) &&
    existing.beneficiaryId === body.beneficiary_details.beneficiary_id;
  if (isSame) return existing;
  throw new VendorError(409, 'transfer_id_already_exists', 'transfer_id exists with another request body');
}

/** Slow destinations accept a transfer only from the third call on. */
export function createSlowDestinations(): (beneficiary: Beneficiary, transferId: string) => boolean {
  const refusals = new Map<string, number>();
  return (beneficiary, transferId) => {
    const refusalCount = refusals.get(transferId) ?? 0;
    if (getFate(beneficiary) !== 'slow' || refusalCount >= SLOW_REFUSALS) return false;
    refusals.set(transferId, refusalCount + 1);
    return true;
  };
}

function acceptTransfer(context: Context, body: TransferRequest, beneficiary: Beneficiary): Transfer {
  const amountPaise = toPaise(body.transfer_amount);
  if (amountPaise === null || amountPaise < 100) {
    throw new VendorError(400, 'transfer_amount_invalid', 'transfer_amount should be at least 1.00');
  }
  return startTransfer(context, beneficiary, {
    transferId: body.transfer_id,
    cfTransferId: String(generateNumber(context.state)),
    amountPaise,
    mode: body.transfer_mode ?? 'banktransfer',
    remarks: body.transfer_remarks ?? null,
  });
}

export function startTransfer(
  context: Context,
  beneficiary: Beneficiary,
  accepted: Omit<Transfer, 'beneficiaryId' | 'status' | 'utr' | 'addedOn' | 'updatedOn' | 'nextSteps'>,
): Transfer {
  const at = context.now().toISOString();
  const transfer: Transfer = {
    ...accepted,
    beneficiaryId: beneficiary.beneficiary_id,
    status: 'RECEIVED',
    utr: null,
    addedOn: at,
    updatedOn: at,
    nextSteps: [...STEPS[getFate(beneficiary)]],
  };
  context.state.transfers[transfer.transferId] = transfer;
  scheduleNextStep(context, transfer);
  return transfer;
}

function scheduleNextStep(context: Context, transfer: Transfer): void {
  const [next] = transfer.nextSteps;
  if (!next) return;
  const { payoutDelayMs, reverseDelayMs } = context.settings;
  context.scheduleStep(next === 'REVERSED' ? reverseDelayMs : payoutDelayMs, () => {
    // It was reversed by hand meanwhile, so no step is left.
    if (transfer.nextSteps[0] !== next) return;
    transfer.nextSteps.shift();
    moveTo(context, transfer, next);
    scheduleNextStep(context, transfer);
  });
}

function moveTo(context: Context, transfer: Transfer, status: TransferStatus): void {
  transfer.status = status;
  transfer.updatedOn = context.now().toISOString();
  if (status === 'SUCCESS') transfer.utr = `SB${generateNumber(context.state)}`;
  if (status === 'PENDING') return;
  if (transfer.razorpay) {
    context.webhooks.send(buildRazorpayPayoutEvent(context, transfer));
    return;
  }
  context.webhooks.send({
    entity: transfer.transferId,
    url: `${context.settings.fwsUrl}/webhooks/payouts/cashfree`,
    type: `TRANSFER_${status}`,
    version: '2024-01-01',
    data: toTransferAnswer(transfer),
  });
}

export const STATUS_CODES: Record<TransferStatus, { code: string; description: string }> = {
  RECEIVED: { code: 'RECEIVED', description: 'The transfer request was received' },
  PENDING: { code: 'PENDING', description: 'The bank is processing the transfer' },
  SUCCESS: { code: 'COMPLETED', description: 'The beneficiary was credited' },
  FAILED: { code: 'INVALID_ACCOUNT_FAIL', description: 'The beneficiary account does not exist' },
  REVERSED: { code: 'BENEFICIARY_ACCOUNT_CLOSED', description: 'The beneficiary bank returned the money' },
};

function toTransferAnswer(transfer: Transfer) {
  const { code, description } = STATUS_CODES[transfer.status];
  return {
    transfer_id: transfer.transferId,
    cf_transfer_id: transfer.cfTransferId,
    status: transfer.status,
    status_code: code,
    status_description: description,
    beneficiary_details: { beneficiary_id: transfer.beneficiaryId },
    transfer_amount: toRupees(transfer.amountPaise),
    transfer_service_charge: 0,
    transfer_service_tax: 0,
    transfer_mode: transfer.mode,
    transfer_utr: transfer.utr,
    transfer_remarks: transfer.remarks,
    fundsource_id: 'CASHFREE_SANDBOX',
    added_on: transfer.addedOn,
    updated_on: transfer.updatedOn,
  };
}
