import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FailNext, Faults } from './fault-settings.ts';
import { VendorError } from './vendor-error.ts';

/** Makes the vendor APIs slow or fail on request. Pages and controls are not affected. */
export function applyFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('preHandler', async (request) => {
    if (faults.latencyMs > 0) await sleep(faults.latencyMs);
    const fault = takeFault(faults, request, 'before');
    if (fault) throw new VendorError(fault.status, 'simulated_failure', 'failing on purpose', 'api_error');
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 400) return payload;
    const fault = takeFault(faults, request, 'after');
    if (!fault) return payload;
    reply.code(fault.status);
    return JSON.stringify({ message: 'failing on purpose', code: 'simulated_failure', type: 'api_error' });
  });
}

/** Finds the fault that this call meets, and uses it up. */
export function takeFault(
  faults: Faults,
  { url, method }: Pick<FastifyRequest, 'url' | 'method'>,
  when: FailNext['when'],
): FailNext | undefined {
  const index = faults.failNext.findIndex(
    (fault) => fault.when === when && url.startsWith(fault.path) && (fault.method ?? method) === method,
  );
  const fault = faults.failNext[index];
  if (!fault) return undefined;
  fault.times -= 1;
  if (fault.times === 0) faults.failNext.splice(index, 1);
  return fault;
}
