import { Counter } from 'prom-client';
import { processMetrics } from '../platform/metrics.ts';
import { toFailedOutcome } from './provider-watch.ts';

const messages = new Counter({
  name: 'fws_messages',
  help: 'Messages given to a vendor: sent, gone (an ended push subscription), refused, failed (no answer), or limited',
  labelNames: ['channel', 'outcome'],
  registers: [processMetrics],
});

interface Sender {
  send(message: never): Promise<unknown>;
}

/** Returns the same port, whose messages are counted by what became of them. Receipts are counted when they arrive. */
export function countMessages<Port extends Sender>(
  channel: 'sms' | 'email' | 'push' | 'whatsapp',
  port: Port,
): Port {
  const send = async (message: never): Promise<unknown> => {
    let outcome = 'failed';
    try {
      const result = await port.send(message);
      outcome = result === 'gone' ? 'gone' : 'sent';
      return result;
    } catch (error) {
      outcome = toFailedOutcome(error);
      throw error;
    } finally {
      messages.inc({ channel, outcome });
    }
  };
  return { ...port, send };
}
