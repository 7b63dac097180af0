import { once } from 'node:events';
import type { Server } from 'node:net';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { addBeneficiaryRoutes } from './beneficiaries.ts';
import type { SMTPServer } from 'smtp-server';
import type { Context, Settings } from './context.ts';
import type { Faults } from './fault-settings.ts';
import { addControlRoutes } from './control.ts';
import { addDisputeRoutes } from './disputes.ts';
import { applyFaults } from './faults.ts';
import { guardVendorApi } from './gate.ts';
import { addIdentityRoutes } from './identity.ts';
import { addDigilockerRoutes, addDigilockerPages } from './identity-digilocker.ts';
import { addOkycRoutes } from './identity-okyc.ts';
import { createMailServer, addSmsRoutes } from './messages.ts';
import { addNameCheckRoutes } from './name-checks.ts';
import { addOidcIssuers } from './oidc.ts';
import { addOrderRoutes } from './orders.ts';
import { addCheckoutPages } from './pages/checkout.ts';
import { addFrontPage } from './pages/front.ts';
import { addOutboxPages } from './pages/outbox.ts';
import { addPaymentRoutes } from './payments.ts';
import { addPayoutBalanceRoutes } from './payout-balance.ts';
import { addPayoutRoutes } from './payouts.ts';
import { addRazorpayRoutes } from './razorpay.ts';
import { addReconRoutes } from './recon.ts';
import { addRefundRoutes } from './refunds.ts';
import { createScanner } from './scanner.ts';
import { addSettlementRoutes } from './settlements.ts';
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
  const settings = toSettings(options);
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
    scheduleStep(delayMs, step) {
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

function toSettings(options: SandboxOptions): Settings {
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
  void app.register(
    async (verification) => {
      guardVendorApi(verification, context, { versionRequired: false });
      applyFaults(verification, context.faults);
      addNameCheckRoutes(verification, context);
      addIdentityRoutes(verification, context);
      addDigilockerRoutes(verification, context);
    },
    { prefix: '/verification' },
  );
  void app.register(
    async (razorpay) => {
      applyFaults(razorpay, context.faults);
      addRazorpayRoutes(razorpay, context, log);
    },
    { prefix: '/razorpay/v1' },
  );
  void app.register(
    async (okyc) => {
      applyFaults(okyc, context.faults);
      addOkycRoutes(okyc, context);
    },
    { prefix: '/setu/api/okyc' },
  );
  void app.register(
    async (sms) => {
      applyFaults(sms, context.faults);
      addSmsRoutes(sms, context);
    },
    { prefix: '/api/v5' },
  );
  addFrontPage(app, context);
  addOutboxPages(app, context);
  addCheckoutPages(app, context);
  addDigilockerPages(app, context);
  addControlRoutes(app, context);
  addOidcIssuers(app, context);
}

async function listen(server: SMTPServer | Server, host: string, port: number): Promise<number> {
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('a stand-in has no port');
  return address.port;
}
