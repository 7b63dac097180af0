import type { PaymentTerm } from '../../contract/src/jobs/model.ts';
import type { PostJobValues } from '../../contract/src/jobs/schemas.ts';
import type { Role } from '../../contract/src/platform/permissions.ts';
import type { DemoLogin } from '../../scripts/demo/load.ts';
import type { PersonOverrides } from '../../server/test/user.ts';
import type { ClaimStep } from './ops-cases.ts';

// What a journey asks of the process that runs its product (world-process.ts), and what that answers.

export type ProductCommand =
  | { do: 'user'; overrides: PersonOverrides }
  | { do: 'demo' }
  /** Opens a confirmed session of a person who is in the database, and returns them with its token. */
  | { do: 'session'; email: string }
  /** Posts a job. */
  | { do: 'post'; poster: Party; values: Partial<PostJobValues> }
  | { do: 'verify' }
  | { do: 'advance'; ms: number }
  /** Resets the clock to real time. */
  | { do: 'today' }
  /**
   * Advances the clock, extends every session, and runs all deadline tasks. Without the tasks, the jobs of other tests
   * stay as they are.
   */
  | { do: 'later'; ms: number; withoutTasks?: true }
  /** Creates a job with a quote, perhaps awarded, with some milestones funded and some accepted. */
  | { do: 'job'; poster: Party; worker: Party; job: JobOptions }
  /** Grants a user an admin role. */
  | { do: 'grantRole'; userId: number; role: Role }
  /** Simulates the loss of the server key that sealed the secret of a user's authenticator app. */
  | { do: 'loseKey'; userId: number }
  /** Returns an unused code of an authenticator app, and advances the clock by one period of the app. */
  | { do: 'code'; secret: string }
  /** The jobs that a user has saved. */
  | { do: 'saved'; userId: number }
  /** Simulates that the payer of an order pays at the provider. */
  | { do: 'pay'; orderId: string }
  | { do: 'issue'; by: Party; jobId: number; details: string }
  /** Submits a PAN: one of the user's own, or the given one. */
  | { do: 'identity'; by: Party; pan?: string }
  /** Suspends a user as support does, and returns the token of a new session of theirs. */
  | { do: 'suspend'; userId: number; reason: string }
  /** Posts a job that is reported and taken down; returns the id of the decision. */
  | { do: 'takeDown'; poster: Party; reporter: Party }
  /** Publishes what a category costs in a city, as a night with enough accepted quotes would. */
  | { do: 'price'; category: string; city: string }
  /** Completes and pays a job, so that the worker has this amount in the wallet. */
  | { do: 'earn'; sides: Sides }
  /** The same, but the release rests. */
  | { do: 'rest'; sides: Sides }
  /** A restored database: money came in and went out after the backup. */
  | { do: 'restored'; sides: Omit<Sides, 'rupees'> }
  /** This and the next two create an ops case about money, and return its id. */
  | { do: 'contradicted'; sides: Sides }
  | { do: 'refused'; sides: Sides }
  | {
      do: 'chargeback';
      sides: Sides;
      released: boolean;
      steps: ClaimStep[];
      ends: string;
    }
  /**
   * Goes to ten in the morning of the next day, and awards a job of ₹1,850 with a paid visit of ₹250 from four to six.
   * Returns when that day began.
   */
  | { do: 'visit'; sides: Omit<Sides, 'rupees'> }
  /** The worker records that they arrived. */
  | { do: 'arrive'; worker: Party; milestoneId: number }
  /** One side says that the other was not there. */
  | { do: 'claimNoShow'; by: Party; milestoneId: number }
  /** Runs a task with one try; resolves when the queue is empty. */
  | { do: 'work'; task: string; payload: Record<string, string | number> }
  | { do: 'close' };
export interface Sides {
  poster: Party;
  worker: Party;
  rupees: string;
}
interface Party {
  id: number;
  token: string;
  firstName?: string;
}
export interface JobOptions {
  /** By Milestone: its milestones. By another term, only their sum counts. */
  rows: [name: string, rupees: string][];
  term?: PaymentTerm;
  /** Leaves the job open with the quote submitted. */
  open?: boolean;
  /** The work begins with a visit tomorrow, whose fee is the first milestone. */
  visit?: boolean;
  /** Positions of milestones, from 1. */
  fund?: number[];
  accept?: number[];
  /** The worker has done these and asks for payment. */
  request?: number[];
  /** The worker has started these. */
  start?: number[];
}
export interface Demo {
  logins: DemoLogin[];
  /** Ids in the demo data: an open job of Meera's, the job that Imran does for her, and Meera herself. */
  places: { postedJob: number; contractJob: number; meera: number };
}
export type ProductRequest = { id: number; ask: ProductCommand };
export type Answer = { id: number; value: unknown };
