import { raiseIssue as raiseIssueCall } from '@fws/contract/disputes/calls';
import { notificationList } from '@fws/contract/notifications/calls';
import { award, fund, getMilestoneAt, sendWorkStep, type MilestoneAt } from '../story.ts';
import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';

export const buildIssue = (jobId: number | string) => ({
  jobId: String(jobId),
  issue: 'not_completed' as const,
  details: 'Old tiles removed, pipe not changed.',
});

export const raiseIssue = (user: TestUser, jobId: number | string) =>
  user.done(raiseIssueCall, buildIssue(jobId));

export const toIssueId = (issueId: number) => ({ issueId: String(issueId) });

/** Creates an awarded job of one funded milestone, with the work done. */
export async function createDoneJob(
  world: World,
  { poster, worker }: { poster: TestUser; worker: TestUser },
): Promise<MilestoneAt> {
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '9600', term: 'completion' }));
  await fund(world, poster, at);
  for (const step of ['started', 'completed'] as const) await sendWorkStep(worker, at, step);
  return at;
}

export async function listNotificationTypes(world: World, user: TestUser): Promise<string[]> {
  await world.drain();
  return (await user.done(notificationList, {})).items.map((item) => item.type);
}
