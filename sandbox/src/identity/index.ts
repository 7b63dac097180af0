import type { FastifyInstance } from 'fastify';
import { guardVendorApi } from '../cashfree/gate.ts';
import type { Context } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { addDigilockerPages, addDigilockerRoutes } from './digilocker.ts';
import { addNameCheckRoutes } from './name-checks.ts';
import { addIdentityRoutes } from './numbers.ts';
import { addOkycRoutes } from './okyc.ts';

/** Cashfree's verification suite with the pages of DigiLocker, and Setu's Aadhaar check. */
export function addIdentity(app: FastifyInstance, context: Context): void {
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
    async (okyc) => {
      applyFaults(okyc, context.faults);
      addOkycRoutes(okyc, context);
    },
    { prefix: '/setu/api/okyc' },
  );
  addDigilockerPages(app, context);
}
