import type { Refusal } from '@fws/contract/platform/refusal';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { Log } from '../log.ts';
import { toAddressKey } from './client-address.ts';
import { createLocalCounter } from './counters.ts';

/** Of one user, or of one address without a user. Further ones are refused but not logged, so that nobody can fill the log. */
const LOGGED = { scope: 'refusals_logged', max: 60, windowMs: 3600_000 };

/** Logs what was refused, and why: forms, steps, access, reached limits. Never what was sent. */
export type LogRefusal = (
  request: FastifyRequest,
  caller: Caller | null,
  call: string,
  refusal: Refusal,
) => void;

export function createRefusalLog(log: Log): LogRefusal {
  const counter = createLocalCounter(LOGGED);
  return (request, caller, call, { kind, code, fields, stepUp }) => {
    // Asking for a code first is a step of its own, not a refusal.
    if (stepUp !== undefined) return;
    const key = caller ? `user ${caller.userId}` : toAddressKey(request.ip);
    const write = () =>
      log.info('refused', {
        call,
        kind,
        code,
        userId: caller?.userId ?? null,
        ...(fields && { fields: Object.keys(fields).join(' ') }),
      });
    void counter?.consume(key).then(write, () => {});
  };
}
