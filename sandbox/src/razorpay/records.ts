import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toDisputeEntity, toPaymentEntity, toRefundEntity, toSettlementEntity } from './payment-entities.ts';
import { toPageBetween, toPage, type Page } from './replies.ts';
import { CALLS_A_MINUTE, createUnknownIdError } from './orders.ts';
import { listSettlements } from '../cashfree/settlements.ts';
import type { Dispute, Order, State } from '../state.ts';

const limited = { config: { perMinute: CALLS_A_MINUTE } };

/** Disputes, payments, refunds and settlements. Lists are newest first, ten items by default. */
export function addRazorpayRecordRoutes(app: FastifyInstance, { state }: Context): void {
  app.get<Page>('/disputes', limited, async ({ query }) =>
    toPage(listDisputes(state).map(toDisputeEntity), query),
  );

  app.get<{ Params: { id: string } }>('/disputes/:id', limited, async ({ params }) => {
    const dispute = listDisputes(state).find((candidate) => candidate.disputeId === params.id);
    if (!dispute) throw createUnknownIdError();
    return toDisputeEntity(dispute);
  });

  app.get<Page>('/payments', limited, async ({ query }) =>
    toPageBetween(
      listOrders(state).flatMap((order) => order.payments.map((payment) => toPaymentEntity(order, payment))),
      query,
    ),
  );

  app.get<Page>('/refunds', limited, async ({ query }) =>
    toPageBetween(
      listOrders(state).flatMap((order) => order.refunds.map(toRefundEntity)),
      query,
    ),
  );

  app.get<Page>('/settlements', limited, async ({ query }) =>
    toPageBetween(listSettlementEntities(state), query),
  );

  app.get<{ Params: { id: string } }>('/settlements/:id', limited, async ({ params }) => {
    const settlement = listSettlementEntities(state).find((candidate) => candidate.id === params.id);
    if (!settlement) throw createUnknownIdError();
    return settlement;
  });
}

const listDisputes = (state: State): Dispute[] =>
  Object.values(state.disputes).filter((dispute) => dispute.disputeId.startsWith('disp_'));

const listOrders = (state: State): Order[] =>
  Object.values(state.orders).filter((order) => order.razorpay !== undefined);

const listSettlementEntities = (state: State) => listSettlements(state, 'razorpay').map(toSettlementEntity);
