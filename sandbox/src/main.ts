import { once } from 'node:events';
import type { Server } from 'node:net';
import formbody from '@fastify/formbody';
import fastify from 'fastify';
import type { SMTPServer } from 'smtp-server';
import { addCashfree } from './cashfree/index.ts';
import { addCheckout } from './checkout/index.ts';
import type { Context, Settings } from './context.ts';
import { addControl } from './control/index.ts';
import type { Faults } from './fault-settings.ts';
import { addIdentity } from './identity/index.ts';
import { addMessages, createMailServer } from './messages/index.ts';
import { addRazorpay } from './razorpay/index.ts';
import { addS3 } from './s3/index.ts';
import { createScanner } from './scanner/index.ts';
import { addSocial } from './social/index.ts';
import { buildLazyValidator } from './lazy-validator.ts';
import { openStore } from './store.ts';
import { answerErrorsLikeTheVendor } from './vendor-error.ts';
import { Webhooks } from './webhooks/webhooks.ts';

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
  /** Delay between two receipts of a message. */
  receiptDelayMs?: number;
  messagesKept?: number;
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
  let url = '';
  const context: Context = {
    get url() {
      return url;
    },
    state: store.state,
    settings,
    faults,
    webhooks,
    log,
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

  const app = fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false } },
    schemaController: { compilersFactory: { buildValidator: buildLazyValidator } },
  });
  answerErrorsLikeTheVendor(app, log);
  await app.register(formbody);
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') await store.flush();
  });
  for (const addParts of [
    addCashfree,
    addRazorpay,
    addIdentity,
    addMessages,
    addSocial,
    addCheckout,
    addControl,
  ])
    addParts(app, context);
  const removeBucket = addS3(app, context, options.dataDir);
  const { port } = new URL(await app.listen({ port: options.port, host }));
  url = `http://${host}:${port}`;
  const mailServer = createMailServer(context, save);
  const smtpPort = await listen(mailServer, host, options.smtpPort ?? 0);
  const scanner = createScanner();
  const scannerPort = await listen(scanner, host, options.scannerPort ?? 0);
  webhooks.resume();

  return {
    url,
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
      await removeBucket();
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
    receiptDelayMs: options.receiptDelayMs ?? 500,
    messagesKept: options.messagesKept ?? 500,
  };
}

async function listen(server: SMTPServer | Server, host: string, port: number): Promise<number> {
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('a stand-in has no port');
  return address.port;
}
