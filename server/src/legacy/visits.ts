import * as z from 'zod/mini';
import { toRupees } from '@fws/contract/platform/money';
import * as calls from '@fws/contract/visits/calls';
import type { Visit, VisitList } from '@fws/contract/visits/schemas';
import { replyWithData, translateCall } from './translation.ts';
import { allowMissing } from './fields.ts';
import { abilityReply, encodeAbility, toFlag } from './shared.ts';

const milestone = { milestoneId: 'milestone' } as const;
const step = {
  ...milestone,
  device: allowMissing('device'),
  counter: allowMissing('counter'),
  deviceTime: allowMissing('device_time'),
  serverTimeSeen: allowMissing('server_time_seen'),
} as const;

const visitReply = z.object({
  job_id: z.number(),
  milestone: z.number(),
  side: z.string(),
  worker_id: z.number(),
  starts_at: z.string(),
  ends_at: z.string(),
  visit_fee: z.string(),
  state: z.string(),
  on_the_way_at: z.nullable(z.string()),
  arrived_at: z.nullable(z.string()),
  arrival: z.nullable(z.string()),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  claim: z.nullable(z.object({ by: z.string(), at: z.string(), until: z.nullable(z.string()) })),
  can_claim: abilityReply,
  cause: z.nullable(z.object({ side: z.string(), is_absence: z.number(), excuse: z.nullable(z.string()) })),
  codes_left: z.number(),
  secret: z.nullable(z.string()),
  door_key: z.nullable(z.object({ key_id: z.number(), public_key: z.string() })),
});

const encodeVisit = (visit: Visit): z.output<typeof visitReply> => ({
  job_id: visit.jobId,
  milestone: visit.milestoneId,
  side: visit.side,
  worker_id: visit.workerId,
  starts_at: visit.startsAt,
  ends_at: visit.endsAt,
  visit_fee: toRupees(visit.feePaise),
  state: visit.state,
  on_the_way_at: visit.onTheWayAt,
  arrived_at: visit.arrivedAt,
  arrival: visit.arrival,
  started_at: visit.startedAt,
  ended_at: visit.endedAt,
  claim: visit.claim,
  can_claim: encodeAbility(visit.claiming),
  cause: visit.cause && {
    side: visit.cause.side,
    is_absence: toFlag(visit.cause.isAbsence),
    excuse: visit.cause.excuse,
  },
  codes_left: visit.codesLeft,
  secret: visit.secret,
  door_key: visit.doorKey && { key_id: visit.doorKey.keyId, public_key: visit.doorKey.publicKey },
});

export const visitTranslations = [
  translateCall(calls.visitList, {
    fields: { jobId: 'job_id' },
    reply: replyWithData(z.array(visitReply), ({ items }: VisitList) => items.map(encodeVisit)),
  }),
  translateCall(calls.onMyWay, { fields: step }),
  translateCall(calls.arrived, {
    fields: { ...step, latitude: allowMissing('latitude'), longitude: allowMissing('longitude') },
  }),
  translateCall(calls.startVisit, {
    fields: { ...step, code: allowMissing('code'), signed: allowMissing('signed') },
  }),
  translateCall(calls.endVisit, { fields: milestone }),
  translateCall(calls.claimNoShow, { fields: milestone }),
  translateCall(calls.answerNoShow, {
    fields: {
      ...milestone,
      answer: 'answer',
      excuse: allowMissing('excuse'),
      details: allowMissing('details'),
    },
  }),
  translateCall(calls.addDoorKey, {
    fields: { ...milestone, publicKey: 'public_key' },
    reply: replyWithData(z.object({ key_id: z.number() }), ({ keyId }: { keyId: number }) => ({
      key_id: keyId,
    })),
  }),
];
