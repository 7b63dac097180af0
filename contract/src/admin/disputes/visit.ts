import * as z from 'zod/mini';
import { SIDES } from '../../contracts/model.ts';
import { knownText } from '../../platform/schemas.ts';
import type { VisitEvidence } from '../../visits/evidence.ts';
import type { VisitState } from '../../visits/lifecycle.ts';
import { EXCUSES, NO_SHOW_ANSWERS } from '../../visits/model.ts';
import type { Punctuality } from '../../visits/possible-times.ts';

/** What is known of the visit of a job in dispute, in the order in which the server received it. */
export const visitCase = z.object({
  startsAt: z.string(),
  endsAt: z.string(),
  agreedAt: z.string(),
  feePaise: z.number(),
  state: knownText<VisitState>(),
  /** The best arrival that is known. */
  arrival: z.nullable(knownText<Punctuality>()),
  cause: z.nullable(
    z.object({
      side: z.enum(SIDES),
      isAbsence: z.boolean(),
      excuse: z.nullable(z.enum(EXCUSES)),
    }),
  ),
  evidence: z.array(
    z.object({
      kind: knownText<VisitEvidence['kind']>(),
      by: z.nullable(z.enum(SIDES)),
      /** When the server received it. */
      at: z.string(),
      /** Of a step on a device: when it can have been taken. */
      possible: z.nullable(
        z.object({
          from: z.string(),
          until: z.string(),
          /** What the clock of the device said. Null where that cannot be. */
          deviceAt: z.nullable(z.string()),
        }),
      ),
      answer: z.nullable(z.enum(NO_SHOW_ANSWERS)),
      excuse: z.nullable(z.enum(EXCUSES)),
      /** Where the worker says that they were. */
      position: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
    }),
  ),
});
export type VisitCase = z.output<typeof visitCase>;
