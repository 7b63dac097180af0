import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import type { Context, Faults, Settings } from './context.ts';
import { controlApi } from './control.ts';
import { misbehaveOnPurpose } from './faults.ts';
import { guardVendorApi } from './gate.ts';
import { ordersApi } from './orders.ts';
import { checkoutPages } from './pages/checkout.ts';
import { paymentsApi } from './payments.ts';
import { refundsApi } from './refunds.ts';
import { openStore } from './store.ts';
import { answerErrorsLikeTheVendor } from './vendor-error.ts';
import { Webhooks } from './webhooks.ts';

export interface SandboxOptions {
  /** 0 picks a free one. */
  port: number;
  smtpPort?: number;
  host?: string;
  /** Without it nothing survives a restart. */
  dataDir?: string;
  fwsUrl: string;
  log?: (line: string) => void;
  now?: () => Date;
  stepDelayMs?: number;
  reverseDelayMs?: number;
  webhookRetryMs?: number;
  rateLimits?: boolean;
  clientId?: string;
  clientSecret?: string;
}

export interface RunningSandbox {
  url: string;
  close(): Promise<void>;
}

/** Starts the stand-ins of the outside services on one listener. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const log = options.log ?? (() => undefined);
  const host = options.host ?? 'localhost';
  const now = options.now ?? (() => new Date());
  const store = await openStore(options.dataDir);
  const save = () =>
    store.flush().catch((error: unknown) => log(`sandbox: cannot save its memory: ${String(error)}`));
  const faults: Faults = { webhooks: 'on', latencyMs: 0, failNext: [] };
  const settings = settingsFrom(options);
  const webhooks = new Webhooks({
    state: store.state,
    faults,
    secret: settings.clientSecret,
    retryMs: options.webhookRetryMs ?? 1000,
    now,
    save,
  });
  const timers = new Set<NodeJS.Timeout>();
  const context: Context = {
    state: store.state,
    settings,
    faults,
    webhooks,
    now,
    later(delayMs, step) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        step();
        void save();
      }, delayMs);
      timers.add(timer);
    },
  };

  const app = fastify({ forceCloseConnections: true, ajv: { customOptions: { coerceTypes: false } } });
  answerErrorsLikeTheVendor(app, log);
  await app.register(formbody);
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') await store.flush();
  });
  mount(app, context);
  const { port } = new URL(await app.listen({ port: options.port, host }));
  webhooks.resume();

  return {
    url: `http://${host}:${port}`,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await webhooks.close();
      await app.close();
      await store.flush();
    },
  };
}

function settingsFrom(options: SandboxOptions): Settings {
  return {
    clientId: options.clientId ?? 'sandbox',
    clientSecret: options.clientSecret ?? 'sandbox',
    fwsUrl: options.fwsUrl,
    stepDelayMs: options.stepDelayMs ?? 500,
    reverseDelayMs: options.reverseDelayMs ?? 5000,
    rateLimits: options.rateLimits ?? false,
  };
}

function mount(app: FastifyInstance, context: Context): void {
  void app.register(
    async (pg) => {
      guardVendorApi(pg, context, { versionRequired: true });
      misbehaveOnPurpose(pg, context.faults);
      ordersApi(pg, context);
      paymentsApi(pg, context);
      refundsApi(pg, context);
    },
    { prefix: '/pg' },
  );
  checkoutPages(app, context);
  controlApi(app, context);
}
