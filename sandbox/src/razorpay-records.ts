import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import {
  disputeEntity,
  pageBetween,
  pageOf,
  paymentEntity,
  refundEntity,
  settlementEntity,
  type Page,
} from './razorpay-answers.ts';
import { CALLS_A_MINUTE, unknownId } from './razorpay-orders.ts';
import { listSettlements } from './settlements.ts';
import type { Dispute, Order, State } from './state.ts';

const limited = { config: { perMinute: CALLS_A_MINUTE } };

/** Disputes, payments, refunds and settlements. Lists are newest first, ten items by default. */
export function razorpayRecordsApi(app: FastifyInstance, { state }: Context): void {
  app.get<Page>('/disputes', limited, async ({ query }) => pageOf(disputes(state).map(disputeEntity), query));

  app.get<{ Params: { id: string } }>('/disputes/:id', limited, async ({ params }) => {
    const dispute = disputes(state).find((one) => one.disputeId === params.id);
    if (!dispute) throw unknownId();
    return disputeEntity(dispute);
  });

  app.get<Page>('/payments', limited, async ({ query }) =>
    pageBetween(
      orders(state).flatMap((order) => order.payments.map((one) => paymentEntity(order, one))),
      query,
    ),
  );

  app.get<Page>('/refunds', limited, async ({ query }) =>
    pageBetween(
      orders(state).flatMap((order) => order.refunds.map(refundEntity)),
      query,
    ),
  );

  app.get<Page>('/settlements', limited, async ({ query }) => pageBetween(settlements(state), query));

  app.get<{ Params: { id: string } }>('/settlements/:id', limited, async ({ params }) => {
    const settlement = settlements(state).find((one) => one.id === params.id);
    if (!settlement) throw unknownId();
    return settlement;
  });
}

const disputes = (state: State): Dispute[] =>
  Object.values(state.disputes).filter((one) => one.disputeId.startsWith('disp_'));

const orders = (state: State): Order[] =>
  Object.values(state.orders).filter((order) => order.razorpay !== undefined);

const settlements = (state: State) => listSettlements(state, 'razorpay').map(settlementEntity);
