import { adminQueue } from '@fws/contract/admin/queue/calls';
import { reportContent } from '@fws/contract/safety/calls';
import type { TestAdmin } from '../../../../test/admin/admins.ts';
import type { ContentType } from '@fws/contract/safety/model';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';

export const report = (by: TestUser, jobId: number, change: Record<string, string> = {}) =>
  by.call(reportContent, {
    subjectType: 'job',
    subjectId: String(jobId),
    reason: 'money_first',
    details: 'They wanted ₹499 by UPI first',
    ...change,
  });

export const findQueued = async (admin: TestAdmin, kind: 'report' | 'appeal', title: string) =>
  (await admin.user.done(adminQueue, { kind, limit: '100' })).items.find((item) => item.title === title);

/** The newest case of a subject. */
export async function findCaseIdOf(
  world: World,
  { type, id }: { type: ContentType; id: number | string },
): Promise<string> {
  const row = await world.db
    .selectFrom('report_case')
    .select('id')
    .where('subject_type', '=', type)
    .where('subject_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return String(row.id);
}

/** The case that waits about something with this title. */
export async function findCaseId(admin: TestAdmin, title: string): Promise<string> {
  const item = await findQueued(admin, 'report', title);
  if (!item) throw new Error(`nothing waits about ${title}`);
  return String(item.id);
}
