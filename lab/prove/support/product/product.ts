import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod/mini';
import type { Call } from '@fws/contract/platform/call';
import { composePorts } from '../../../../server/src/compose-ports.ts';
import { domains } from '../../../../server/src/domains/index.ts';
import { allInvariants } from '../../../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../../../server/src/domains/ledger/index.ts';
import { createDb, createPool, type Db } from '../../../../server/src/platform/db/index.ts';
import type { Deps } from '../../../../server/src/platform/deps.ts';
import type { Answer } from '../../../../server/src/platform/answer.ts';
import type { Route } from '../../../../server/src/platform/http/route.ts';
import { BATCH_MAX, relayBatch } from '../../../../server/src/platform/outbox/batch.ts';
import type { TaskPayload, Tasks } from '../../../../server/src/platform/queue/index.ts';
import { loadIdentityKeys, loadKeyring } from '../../../../server/src/platform/keys.ts';
import { silentLog } from '../../../../server/src/platform/log.ts';
import { OfferWatch } from '../../../../server/src/platform/offers.ts';
import { createTestDatabase, createTestPool } from '../../../../server/test/database.ts';
import { BEFORE_EVERYTHING } from '../../../../server/test/ledger/verified-day.ts';
import { Outside, type Fault } from './outside.ts';
import { createPlainPayments, createPlainPayouts } from './plain-gateways.ts';
import { startFakeRazorpay } from './fake-razorpay.ts';
import { buildContext } from './call-context.ts';
import { ProductClock } from './clock.ts';
import { closeWorld } from './close-world.ts';
import { readProductConfig } from './config.ts';
import { buildHttpSettings } from './http-settings.ts';
import { buildCashfreeHeaders, buildRazorpayHeaders } from './webhook-signatures.ts';

/** The product under test: its own handlers, tasks and webhooks on a real PostgreSQL, without sockets. */

export type WebhookPath = '/webhooks/payments' | '/webhooks/payouts';
/** Tasks that notify people and move no money. */
const SKIPPED_TASKS = ['notify', 'notify_many', 'alert_operators'];

export interface TaskRun {
  task: string;
  payload: TaskPayload;
  ended: 'done' | 'failed' | 'killed';
  /** Index of the snapshot of each chargeback that the provider returned. */
  givenSnapshots: ReadonlyMap<string, number>;
}

export type Provider = 'cashfree' | 'razorpay';

type AnyCall<S extends z.ZodMiniType, Out> = Call<S, Out>;

/** One database with one instance of the product, used by one world after another. */
export class Product {
  readonly db: Db;
  readonly owner: pg.Pool;
  readonly clock = new ProductClock();
  /** The provider records of the current world. */
  outside: Outside;
  /** The provider of payments and payouts. */
  readonly provider: Provider;
  readonly #deps: Deps;
  readonly #app: FastifyInstance;
  readonly #handlers: Map<Route['call'], Route['handle']>;
  readonly #tasks: Tasks;
  readonly #close: () => Promise<void>;

  private constructor(
    deps: Deps,
    parts: { app: FastifyInstance; owner: pg.Pool; provider: Provider; close: () => Promise<void> },
  ) {
    this.db = deps.db;
    this.owner = parts.owner;
    this.provider = parts.provider;
    this.#deps = deps;
    this.#app = parts.app;
    this.#close = parts.close;
    this.outside = new Outside(() => this.clock.ms());
    this.#handlers = new Map(
      domains.flatMap((domain) => domain.routes?.(deps) ?? []).map((route) => [route.call, route.handle]),
    );
    this.#tasks = Object.assign({}, ...domains.map((domain) => domain.tasks?.(deps) ?? {}));
  }

  static async open(connections = 4, provider: Provider = 'cashfree'): Promise<Product> {
    const database = await createTestDatabase();
    const pool = createPool(database.appUrl, { max: connections });
    const db = createDb(pool);
    const owner = createTestPool(database.ownerUrl);
    const config = readProductConfig(database);
    const real = composePorts(config);
    const keyring = loadKeyring(config);
    const holder: { product: Product | null } = { product: null };
    const getOutside = () => {
      if (!holder.product) throw new Error('the product is not open yet');
      return holder.product.outside;
    };
    const clock = { now: () => holder.product?.clock.now() ?? new Date() };
    const plain = {
      payments: createPlainPayments(getOutside, (headers, body) => real.payments.readWebhook(headers, body)),
      payouts: createPlainPayouts(getOutside, (headers, body) => real.payouts.readWebhook(headers, body)),
    };
    const desk = provider === 'razorpay' ? await startFakeRazorpay(getOutside) : null;
    const deps: Deps = {
      db,
      config,
      keyring,
      identityKeys: loadIdentityKeys(config, keyring),
      log: silentLog,
      offers: new OfferWatch(db, silentLog),
      workers: { areTasksLate: () => Promise.resolve(false) },
      ports: {
        ...real,
        clock,
        payments: desk?.payments ?? plain.payments,
        payouts: desk?.payouts ?? plain.payouts,
        otherPayments: desk && plain.payments,
        otherPayouts: desk && plain.payouts,
      },
    };
    const app = Fastify();
    const settings = buildHttpSettings(clock);
    for (const name of ['escrow', 'payouts'])
      await domains.find((domain) => domain.name === name)?.http?.(app, deps, settings);
    await app.ready();
    const product = new Product(deps, {
      app,
      owner,
      provider,
      async close() {
        await app.close();
        await desk?.close();
        await owner.end();
        await db.destroy();
        await database.close();
      },
    });
    holder.product = product;
    return product;
  }

  close(): Promise<void> {
    return this.#close();
  }

  get deps(): Deps {
    return this.#deps;
  }

  /** Runs a call as its route does (policy, idempotency, service), with a command that is already decoded. */
  async call<S extends z.ZodMiniType, Out>(
    call: AnyCall<S, Out>,
    userId: number,
    command: z.output<S>,
    key: string | null = null,
  ): Promise<Answer<Out>> {
    const handle = this.#handlers.get(call as unknown as Route['call']);
    if (!handle) throw new Error(`no route handles ${call.name}`);
    const idempotency =
      key === null ? null : { userId, key, requestHash: `${call.name} ${JSON.stringify(command)}` };
    return handle(command as never, buildContext(userId, idempotency, this.clock.now()));
  }

  /** Runs a task that the crontab starts. */
  async runCronTask(task: string): Promise<void> {
    await this.#tasks[task]?.({});
  }

  /** Hands on what transactions wrote to the outbox, as the relay of a process does. False when it was empty. */
  async #relayOutbox(): Promise<boolean> {
    const { rows } = await this.owner.query<{ waits: boolean }>({
      name: 'outbox-waits',
      text: 'SELECT EXISTS (SELECT FROM outbox) AS waits',
    });
    if (!rows[0]?.waits) return false;
    const client = await this.owner.connect();
    try {
      while ((await relayBatch(client, { holder: 'model', forMs: 0 })) === BATCH_MAX);
    } finally {
      client.release();
    }
    return true;
  }

  /** Runs the next due task as a worker does, or as far as a killed worker gets. */
  async runNextTask(faults: readonly Fault[] = []): Promise<TaskRun | null> {
    const job = (await this.#takeTask()) ?? ((await this.#relayOutbox()) ? await this.#takeTask() : null);
    if (!job) return null;
    this.outside.arm(faults);
    const ended = await this.#run(job.task, job.payload);
    const givenSnapshots = new Map(this.outside.givenSnapshots);
    this.outside.arm([]);
    // A task whose worker is killed after the work but before it is marked done runs again, like a failed one.
    const isDone = ended === 'done' && !faults.includes('killed-after');
    await this.owner.query(
      isDone
        ? {
            name: 'job-done',
            text: 'DELETE FROM graphile_worker._private_jobs WHERE id = $1',
            values: [job.id],
          }
        : {
            name: 'job-again',
            text: `UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, run_at = $2 WHERE id = $1`,
            values: [job.id, new Date(this.clock.ms() + (ended === 'failed' ? 2_000 : 0))],
          },
    );
    return { task: job.task, payload: job.payload, ended, givenSnapshots };
  }

  /** Takes the task of the queue that has been due longest. */
  async #takeTask(): Promise<{ id: string; task: string; payload: TaskPayload } | null> {
    const { rows } = await this.owner.query<{ id: string; task: string; payload: TaskPayload }>({
      name: 'take-job',
      text: `UPDATE graphile_worker._private_jobs j SET locked_at = now(), locked_by = 'model', attempts = attempts + 1
        FROM graphile_worker._private_tasks t
        WHERE t.id = j.task_id AND j.id = (
          SELECT due.id FROM graphile_worker._private_jobs due
          JOIN graphile_worker._private_tasks task ON task.id = due.task_id
          WHERE due.run_at <= $1 AND due.locked_at IS NULL AND task.identifier <> ALL ($2)
          ORDER BY due.run_at, due.id LIMIT 1)
        RETURNING j.id, t.identifier AS task, j.payload`,
      values: [this.clock.now(), SKIPPED_TASKS],
    });
    return rows[0] ?? null;
  }

  async #run(task: string, payload: TaskPayload): Promise<TaskRun['ended']> {
    const handler = this.#tasks[task];
    if (!handler) throw new Error(`no task is called ${task}`);
    try {
      await handler(payload);
      return this.outside.wasKilled ? 'killed' : 'done';
    } catch (error) {
      if (this.outside.wasKilled) return 'killed';
      if (error instanceof Error && error.name === 'ProviderError') return 'failed';
      throw error;
    }
  }

  /** When the next task is due; null when none waits. */
  async getNextTaskTime(): Promise<number | null> {
    await this.#relayOutbox();
    const { rows } = await this.owner.query<{ at: Date | null }>({
      name: 'next-job',
      text: `SELECT min(run_at) AS at FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier <> ALL ($1)`,
      values: [SKIPPED_TASKS],
    });
    return rows[0]?.at?.getTime() ?? null;
  }

  closeWorld(): Promise<void> {
    return closeWorld(this.owner, this.clock.now());
  }

  /** Runs one task with one payload, concurrently with whatever else runs. */
  async runTask(task: string, payload: TaskPayload): Promise<void> {
    await this.#tasks[task]?.(payload);
  }

  /** Sends a provider's webhook and returns the status of the answer. `signed`: the signed text, when it is not the body. */
  async sendWebhook(
    path: WebhookPath,
    event: { body: string; key: string; forged?: boolean; signed?: string; timestamp?: string },
  ): Promise<number> {
    const signed = event.signed ?? event.body;
    const headers =
      this.provider === 'razorpay'
        ? buildRazorpayHeaders(event, signed)
        : buildCashfreeHeaders(event, signed);
    const answer = await this.#app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', ...headers },
      payload: event.body,
    });
    return answer.statusCode;
  }

  /** Deletes every waiting task. */
  async deleteQueuedTasks(): Promise<void> {
    await this.owner.query('DELETE FROM outbox; DELETE FROM graphile_worker._private_jobs');
  }

  /** Describes what breaks an invariant of any domain, by the statements for everything or by those for a night. */
  async listBrokenInvariants(): Promise<string[]> {
    const violations = [
      ...(await verifyLedger(this.db, allInvariants)),
      ...(await verifyLedger(this.db, allInvariants, BEFORE_EVERYTHING)),
    ];
    return violations.map(
      ({ invariant, rows }) => `invariant ${invariant.id} (${invariant.name}): ${JSON.stringify(rows)}`,
    );
  }
}
