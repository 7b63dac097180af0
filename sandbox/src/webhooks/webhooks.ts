import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../fault-settings.ts';
import type { Delivery, State } from '../state.ts';
import { toWebhookBody, buildHeaders, type Event } from './dialects.ts';

const MOST_ATTEMPTS = 12;
const LONGEST_WAIT_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;
/** Vendors of messages soon stop repeating a receipt. */
const MOST_ATTEMPTS_OF_RECEIPT = 6;
const DELIVERIES_KEPT = 500;

interface WebhookOptions {
  state: State;
  faults: Faults;
  secret: string;
  /** First wait after a refusal; each further one is twice as long. */
  retryMs: number;
  now: () => Date;
  save: () => Promise<void>;
}

/** Signed deliveries, at least once, in order per entity, repeated until a 2xx answer. */
export class Webhooks {
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  readonly #busy = new Map<string, Promise<void>>();

  constructor(options: WebhookOptions) {
    this.#options = options;
    // Each entity with a waiting delivery adds a listener.
    setMaxListeners(0, this.#closing.signal);
  }

  send(event: Event): void {
    const { state, faults, now } = this.#options;
    const at = now().toISOString();
    state.deliveries.push({
      id: randomUUID(),
      entity: event.entity,
      url: event.url,
      type: event.type,
      version: event.version,
      ...(event.dialect ? { dialect: event.dialect } : {}),
      body: toWebhookBody(event, at),
      attempts: 0,
      status: faults.webhooks === 'on' ? 'waiting' : 'switched off',
      lastAnswer: null,
      at,
    });
    if (state.deliveries.length > DELIVERIES_KEPT) {
      const firstDone = state.deliveries.findIndex((delivery) => delivery.status !== 'waiting');
      if (firstDone >= 0) state.deliveries.splice(firstDone, 1);
    }
    this.#deliverNext(event.entity);
  }

  /** Repeats a delivery with the same idempotency key. */
  resend(id: string): boolean {
    const delivery = this.#options.state.deliveries.find((candidate) => candidate.id === id);
    if (!delivery) return false;
    delivery.status = 'waiting';
    delivery.attempts = 0;
    this.#deliverNext(delivery.entity);
    return true;
  }

  /** Continues what an earlier run left undelivered. */
  resume(): void {
    for (const delivery of this.#options.state.deliveries) {
      if (delivery.status === 'waiting') this.#deliverNext(delivery.entity);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#busy.values());
  }

  #deliverNext(entity: string): void {
    const next = this.#options.state.deliveries.find(
      (delivery) => delivery.entity === entity && delivery.status === 'waiting',
    );
    if (!next || this.#busy.has(entity) || this.#closing.signal.aborted) return;
    const run = this.#attemptAndWait(next).finally(() => {
      this.#busy.delete(entity);
      this.#deliverNext(entity);
    });
    this.#busy.set(entity, run);
  }

  async #attemptAndWait(delivery: Delivery): Promise<void> {
    await this.#attempt(delivery);
    await this.#options.save();
    if (delivery.status === 'waiting') await this.#pause(delivery.attempts);
  }

  async #attempt(delivery: Delivery): Promise<void> {
    try {
      const answer = await fetch(delivery.url, {
        method: 'POST',
        headers: buildHeaders(delivery, this.#options.secret),
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.body?.cancel();
      delivery.lastAnswer = String(answer.status);
      if (answer.ok) this.#markDelivered(delivery);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      delivery.lastAnswer = error instanceof Error ? error.message : 'no answer';
    }
    delivery.attempts += 1;
    const mostAttempts = isReceipt(delivery) ? MOST_ATTEMPTS_OF_RECEIPT : MOST_ATTEMPTS;
    if (delivery.status === 'waiting' && delivery.attempts >= mostAttempts) delivery.status = 'given up';
  }

  /** Receipts are many, so the list keeps only those that did not arrive. */
  #markDelivered(delivery: Delivery): void {
    const { deliveries } = this.#options.state;
    delivery.status = 'delivered';
    if (isReceipt(delivery)) deliveries.splice(deliveries.indexOf(delivery), 1);
  }

  async #pause(attempts: number): Promise<void> {
    const waitMs = Math.min(this.#options.retryMs * 2 ** (attempts - 1), LONGEST_WAIT_MS);
    await sleep(waitMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}

const isReceipt = ({ dialect }: Delivery): boolean => dialect !== undefined && dialect !== 'razorpay';
