import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { addMessageControls } from './controls.ts';
import { addInfobipRoutes } from './infobip.ts';
import { addMsg91Routes } from './msg91.ts';
import { addOutboxPages } from './outbox.ts';
import { addPushService } from './push.ts';
import { addWhatsAppRoutes } from './whatsapp.ts';

export { createMailServer } from './mail.ts';

/** Vendors of messages, each at the path that its adapter is given, and the outbox that shows every message. */
const VENDORS = {
  '/api/v5': addMsg91Routes,
  '/infobip': addInfobipRoutes,
  '/graph/v23.0': addWhatsAppRoutes,
};

export function addMessages(app: FastifyInstance, context: Context): void {
  for (const [prefix, addRoutes] of Object.entries(VENDORS)) {
    void app.register(
      async (vendor) => {
        applyFaults(vendor, context.faults);
        addRoutes(vendor, context);
      },
      { prefix },
    );
  }
  addPushService(app, context);
  addMessageControls(app, context);
  addOutboxPages(app, context);
}
