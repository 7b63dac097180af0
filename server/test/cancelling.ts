import { expect } from 'vitest';
import { awardedJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { composePorts } from '../src/compose-ports.ts';
import { readConfig } from '../src/config/index.ts';
import type { PaymentGateway } from '../src/ports/payment-gateway.ts';
import { award, fund, getMilestoneAt, sendFundStep, sendWorkStep } from './story.ts';
import { setUpSides, type Sides } from './sides.ts';
import type { TestUser } from './user.ts';
import { waitFor } from './wait.ts';
import { startWorld, type World } from './world.ts';

/** What the provider of a world does with refunds. Both lists are empty before each test. */
export interface RefundControl {
  gateway: PaymentGateway;
  /**
   * The outcome of each refund, in the order in which the provider first receives it, however often it is sent. Later
   * ones succeed.
   */
  outcomes: string[];
  /** Ids of the refunds sent to the provider. */
  sentIds: string[];
}

/** Starts a world whose refunds are recorded and can fail. */
async function startRefundWorld(): Promise<{ world: World; refunds: RefundControl }> {
  const refunds: Omit<RefundControl, 'gateway'> & { gateway?: PaymentGateway } = {
    outcomes: [],
    sentIds: [],
  };
  const payments = new Proxy({} as PaymentGateway, {
    get: (_, name: keyof PaymentGateway) =>
      // The server asks for this at startup, before the sandbox address is known.
      name === 'provider'
        ? 'cashfree'
        : name === 'createRefund'
          ? (refund: Parameters<PaymentGateway['createRefund']>[0]) => {
              refunds.sentIds.push(refund.refundId);
              const place = [...new Set(refunds.sentIds)].indexOf(refund.refundId);
              return refunds.gateway?.createRefund({
                ...refund,
                note: refunds.outcomes[place] ?? refund.note,
              });
            }
          : refunds.gateway?.[name],
  });
  const world = await startWorld({ ports: { payments } });
  const { payments: gateway } = composePorts(readConfig(world.config));
  return { world, refunds: Object.assign(refunds, { gateway }) };
}

/** Starts such a world for the tests of a file, with new sides of a contract for each test, and returns their steps. */
export function setUpRefunds(assign: (fixture: Sides & { world: World; refunds: RefundControl }) => void) {
  let refunds: RefundControl;
  let fixture: Sides & { world: World };
  const start = async () => {
    const started = await startRefundWorld();
    refunds = started.refunds;
    return started.world;
  };
  setUpSides(
    (sides) => {
      refunds.outcomes.length = 0;
      refunds.sentIds.length = 0;
      fixture = sides;
      assign({ ...sides, refunds });
    },
    { start },
  );
  return {
    awardContract: (...rupees: number[]) => awardParts(fixture.world, fixture, rupees),
    fundAt: (contract: Contract, position: number) =>
      fund(fixture.world, fixture.poster, getMilestoneAt(contract, position)),
    acceptAt: (contract: Contract, position: number) => acceptPart(fixture, contract, position),
  };
}

/** Awards a contract over ₹1,000 with milestones of these rupee amounts. */
export const awardParts = (world: World, sides: Sides, rupees: readonly number[]): Promise<Contract> =>
  award(world, sides, {
    rupees: '1000',
    term: 'milestone',
    rows: rupees.map((amount, index) => [`Part ${index + 1}`, String(amount)]),
  });

/** Does the work of a milestone and accepts it. */
async function acceptPart({ poster, worker }: Sides, contract: Contract, position: number): Promise<void> {
  const at = getMilestoneAt(contract, position);
  for (const step of ['started', 'completed'] as const) await sendWorkStep(worker, at, step);
  expect((await sendFundStep(poster, at, 'accepted')).status).toBe(200);
}

export const buildCancelParams = (
  contract: Contract,
  change: { comment?: string; refundText?: string } = {},
) => ({
  jobId: String(contract.jobId),
  comment: 'Plans changed',
  refundText: '',
  ...change,
});

export const readContract = (by: TestUser, contract: Contract) =>
  by.done(awardedJob, { jobId: String(contract.jobId) });

export const readFundStates = async (poster: TestUser, contract: Contract) =>
  (await readContract(poster, contract)).milestones.map(({ fund: state }) => state);

export const waitForRefunds = (poster: TestUser, contract: Contract) =>
  waitFor('the refunds', async () => !(await readFundStates(poster, contract)).includes('refund_pending'));
