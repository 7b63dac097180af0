import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The visits of a job, for its two sides. */
export const visitList = call({
  name: 'visit_list',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('job'),
  reply: schema('visitList'),
  done: 'common.ok',
});

/** The worker leaves for the visit. The poster is told; nobody is followed. */
export const onMyWay = call({
  name: 'on_my_way',
  access: 'user',
  reads: false,
  form: schema('step'),
  done: 'visits.noted',
});

/** The worker is at the door. */
export const arrived = call({
  name: 'arrived',
  access: 'user',
  reads: false,
  form: schema('arrival'),
  done: 'visits.noted',
});

/** The work starts: by the worker with the poster's code or a scan of it, or by the poster without. */
export const startVisit = call({
  name: 'start_visit',
  access: 'user',
  reads: false,
  form: schema('start'),
  done: 'visits.started',
});

/** The worker leaves. It only notes the time. */
export const endVisit = call({
  name: 'end_visit',
  access: 'user',
  reads: false,
  form: schema('ofMilestone'),
  done: 'visits.noted',
});

/** One side says that the other was not there. */
export const claimNoShow = call({
  name: 'claim_no_show',
  access: 'user',
  reads: false,
  form: schema('ofMilestone'),
  done: 'visits.claimed',
});

/** The other side agrees, has an excuse, or contests it. */
export const answerNoShow = call({
  name: 'answer_no_show',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('answer'),
  done: 'visits.answered',
  money: true,
});

/** The poster's phone registers the key that it signs with at the door. It takes the place of the one before. */
export const addDoorKey = call({
  name: 'add_door_key',
  access: 'user',
  reads: false,
  form: schema('doorKey'),
  reply: schema('doorKeyAdded'),
  done: 'common.ok',
});
