import type { Domain } from '../platform/domain.ts';
import { openMonths } from '../platform/months/index.ts';
import { defineTasks, noPayload, type Payloads } from '../platform/queue/index.ts';

const payloads = { open_months: noPayload };
declare module '../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const monthsDomain: Domain = {
  name: 'months',
  imports: [],
  tasks: (deps) => defineTasks(payloads, { open_months: () => openMonths(deps) }),
  // At two in the morning in India, after the books were checked.
  crontab: ['30 20 * * * open_months'],
};
