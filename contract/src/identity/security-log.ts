import * as z from 'zod/mini';
import { SECURITY_EVENTS } from './model.ts';

/** A line of the security log, as its owner sees it. */
const securityEvent = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(SECURITY_EVENTS),
  /** "Chrome · Android"; empty when the client did not say. */
  device: z.string(),
  /** The network address it came from; empty for what FWS did by itself. */
  address: z.string(),
  /** Done by FWS staff. */
  byStaff: z.boolean(),
});
export type SecurityEvent = z.output<typeof securityEvent>;
export const securityEvents = z.array(securityEvent);
