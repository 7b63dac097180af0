import * as calls from '@fws/contract/identity/alerts/calls';
import type { Deps } from '../../../platform/deps.ts';
import { publicRoute, type Context, type Route } from '../../../platform/http/route.ts';
import type { Caller } from '../../../platform/caller.ts';
import { confirmAlert, denyAlert, readAlert, type Reader } from './service.ts';

export function alertRoutes(deps: Deps): Route[] {
  return [
    publicRoute(calls.ownerAlert, ({ alert }, context) => readAlert(deps, toReader(alert, context))),
    publicRoute(calls.alertConfirm, ({ alert }, context) => confirmAlert(deps, toReader(alert, context))),
    publicRoute(calls.alertDeny, async ({ alert }, context) => {
      const denied = await denyAlert(deps, toReader(alert, context));
      // The session of the caller has ended with all others.
      if (denied.ok && denied.value.own) context.session.end();
      return denied;
    }),
  ];
}

const toReader = (
  alert: { id: number; mac: string | null },
  { caller, addressKey }: Context & { caller: Caller | null },
): Reader => ({ ...alert, userId: caller?.userId ?? null, addressKey });
