import { once } from 'node:events';
import type { Server } from 'node:net';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { beneficiariesApi } from './beneficiaries.ts';
import type { SMTPServer } from 'smtp-server';
import type { Context, Faults, Settings } from './context.ts';
import { controlApi } from './control.ts';
import { disputesApi } from './disputes.ts';
import { misbehaveOnPurpose } from './faults.ts';
import { guardVendorApi } from './gate.ts';
import { identityApi } from './identity.ts';
import { digilockerApi, digilockerPages } from './identity-digilocker.ts';
import { okycApi } from './identity-okyc.ts';
import { createMailServer, smsApi } from './messages.ts';
import { nameChecksApi } from './name-checks.ts';
import { oidcIssuers } from './oidc.ts';
import { ordersApi } from './orders.ts';
import { checkoutPages } from './pages/checkout.ts';
import { frontPage } from './pages/front.ts';
import { outboxPages } from './pages/outbox.ts';
import { paymentsApi } from './payments.ts';
import { payoutBalanceApi } from './payout-balance.ts';
import { payoutsApi } from './payouts.ts';
import { razorpayApi } from './razorpay.ts';
import { reconApi } from './recon.ts';
import { refundsApi } from './refunds.ts';
import { createScanner } from './scanner.ts';
import { settlementsApi } from './settlements.ts';
import { openStore } from './store.ts';
import { answerErrorsLikeTheVendor } from './vendor-error.ts';
import { Webhooks } from './webhooks.ts';

export interface SandboxOptions {
  /** 0 picks a free port. */
  port: number;
  smtpPort?: number;
  scannerPort?: number;
  host?: string;
  /** Without it nothing survives a restart. */
  dataDir?: string;
  fwsUrl: string;
  log?: (line: string) => void;
  now?: () => Date;
  /** Delay between two automatic steps of a transfer or refund. */
  payoutDelayMs?: number;
  reverseDelayMs?: number;
  webhookRetryMs?: number;
  rateLimits?: boolean;
  clientId?: string;
  clientSecret?: string;
}

export interface RunningSandbox {
  url: string;
  smtpPort: number;
  /** Speaks the protocol of clamd. */
  scannerPort: number;
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
  mount(app, context, log);
  const { port } = new URL(await app.listen({ port: options.port, host }));
  const mailServer = createMailServer(context, save);
  const smtpPort = await listen(mailServer, host, options.smtpPort ?? 0);
  const scanner = createScanner();
  const scannerPort = await listen(scanner, host, options.scannerPort ?? 0);
  webhooks.resume();

  return {
    url: `http://${host}:${port}`,
    smtpPort,
    scannerPort,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await webhooks.close();
      await new Promise<void>((resolve) => {
        mailServer.close(resolve);
      });
      scanner.close();
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
    payoutDelayMs: options.payoutDelayMs ?? 500,
    reverseDelayMs: options.reverseDelayMs ?? 5000,
    rateLimits: options.rateLimits ?? false,
  };
}

function mount(app: FastifyInstance, context: Context, log: (line: string) => void): void {
  void app.register(
    async (pg) => {
      guardVendorApi(pg, context, { versionRequired: true });
      misbehaveOnPurpose(pg, context.faults);
      ordersApi(pg, context);
      paymentsApi(pg, context);
      refundsApi(pg, context);
      disputesApi(pg, context);
      settlementsApi(pg, context);
      reconApi(pg, context);
    },
    { prefix: '/pg' },
  );
  void app.register(
    async (payout) => {
      guardVendorApi(payout, context, { versionRequired: true });
      misbehaveOnPurpose(payout, context.faults);
      beneficiariesApi(payout, context);
      payoutsApi(payout, context);
    },
    { prefix: '/payout' },
  );
  void app.register(
    async (first) => {
      misbehaveOnPurpose(first, context.faults);
      payoutBalanceApi(first, context);
    },
    { prefix: '/payout/v1' },
  );
  void app.register(
    async (verification) => {
      guardVendorApi(verification, context, { versionRequired: false });
      misbehaveOnPurpose(verification, context.faults);
      nameChecksApi(verification, context);
      identityApi(verification, context);
      digilockerApi(verification, context);
    },
    { prefix: '/verification' },
  );
  void app.register(
    async (razorpay) => {
      misbehaveOnPurpose(razorpay, context.faults);
      razorpayApi(razorpay, context, log);
    },
    { prefix: '/razorpay/v1' },
  );
  void app.register(
    async (okyc) => {
      misbehaveOnPurpose(okyc, context.faults);
      okycApi(okyc, context);
    },
    { prefix: '/setu/api/okyc' },
  );
  void app.register(
    async (sms) => {
      misbehaveOnPurpose(sms, context.faults);
      smsApi(sms, context);
    },
    { prefix: '/api/v5' },
  );
  frontPage(app, context);
  outboxPages(app, context);
  checkoutPages(app, context);
  digilockerPages(app, context);
  controlApi(app, context);
  oidcIssuers(app, context);
}

async function listen(server: SMTPServer | Server, host: string, port: number): Promise<number> {
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('a stand-in has no port');
  return address.port;
}
