import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { collection, disputeEntity, settlementEntity } from './razorpay-answers.ts';
import { CALLS_A_MINUTE, unknownId } from './razorpay-orders.ts';
import type { Dispute, State } from './state.ts';

interface Page {
  Querystring: { count?: string; skip?: string; from?: string; to?: string };
}

const limited = { config: { perMinute: CALLS_A_MINUTE } };

/** What banks do to payments afterwards. Lists are the newest first and ten long unless more is asked for. */
export function razorpayRecordsApi(app: FastifyInstance, { state }: Context): void {
  app.get<Page>('/disputes', limited, async ({ query }) => pageOf(disputes(state).map(disputeEntity), query));

  app.get<{ Params: { id: string } }>('/disputes/:id', limited, async ({ params }) => {
    const dispute = disputes(state).find((one) => one.disputeId === params.id);
    if (!dispute) throw unknownId();
    return disputeEntity(dispute);
  });

  app.get<Page>('/settlements', limited, async ({ query }) => {
    const [from, to] = [Number(query.from ?? 0), Number(query.to ?? Number.MAX_SAFE_INTEGER)];
    const found = settlements(state).filter((one) => one.created_at >= from && one.created_at <= to);
    return pageOf(found, query);
  });

  app.get<{ Params: { id: string } }>('/settlements/:id', limited, async ({ params }) => {
    const settlement = settlements(state).find((one) => one.id === params.id);
    if (!settlement) throw unknownId();
    return settlement;
  });
}

const disputes = (state: State): Dispute[] =>
  Object.values(state.disputes).filter((one) => one.disputeId.startsWith('disp_'));

const settlements = (state: State) => Object.values(state.settlements).map(settlementEntity);

function pageOf(items: object[], { count = '10', skip = '0' }: Page['Querystring']) {
  const begins = Number(skip);
  return collection(items.toReversed().slice(begins, begins + Math.min(Number(count), 100)));
}
