import { adminQueue } from '@fws/contract/admin/queue/calls';
import { reportContent } from '@fws/contract/safety/calls';
import type { TestAdmin } from '../../../../test/admin/admins.ts';
import type { TestUser } from '../../../../test/user.ts';

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

export async function findCaseId(admin: TestAdmin, title: string): Promise<string> {
  const item = await findQueued(admin, 'report', title);
  if (!item) throw new Error(`nothing waits about ${title}`);
  return String(item.id);
}
