import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { addBeneficiaryRoutes } from './beneficiaries.ts';
import { addDisputeRoutes } from './disputes.ts';
import { guardVendorApi } from './gate.ts';
import { addOrderRoutes } from './orders.ts';
import { addPaymentRoutes } from './payments.ts';
import { addPayoutBalanceRoutes } from './payout-balance.ts';
import { addPayoutRoutes } from './payouts.ts';
import { addReconRoutes } from './recon.ts';
import { addRefundRoutes } from './refunds.ts';
import { addSettlementRoutes } from './settlements.ts';

/** Cashfree's payment gateway, its payouts, and version 1 of the payouts API for the balance. */
export function addCashfree(app: FastifyInstance, context: Context): void {
  void app.register(
    async (pg) => {
      guardVendorApi(pg, context, { versionRequired: true });
      applyFaults(pg, context.faults);
      addOrderRoutes(pg, context);
      addPaymentRoutes(pg, context);
      addRefundRoutes(pg, context);
      addDisputeRoutes(pg, context);
      addSettlementRoutes(pg, context);
      addReconRoutes(pg, context);
    },
    { prefix: '/pg' },
  );
  void app.register(
    async (payout) => {
      guardVendorApi(payout, context, { versionRequired: true });
      applyFaults(payout, context.faults);
      addBeneficiaryRoutes(payout, context);
      addPayoutRoutes(payout, context);
    },
    { prefix: '/payout' },
  );
  void app.register(
    async (payoutV1) => {
      applyFaults(payoutV1, context.faults);
      addPayoutBalanceRoutes(payoutV1, context);
    },
    { prefix: '/payout/v1' },
  );
}
