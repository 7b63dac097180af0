import * as calls from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { addComment, addDocument, raise, withdraw } from './service.ts';
import { listIssues, listJobs, readIssue } from './view.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.openIssues, (query, { caller }) =>
    listIssues(deps, caller.userId, { ...query, state: 'open' }),
  ),
  userRoute(calls.closedIssues, (query, { caller }) =>
    listIssues(deps, caller.userId, { ...query, state: 'closed' }),
  ),
  userRoute(calls.issueJobs, (query, { caller }) => listJobs(deps, caller.userId, query)),
  userRoute(calls.issueDetail, ({ issueId }, { caller }) => readIssue(deps, issueId, caller.userId)),
  userRoute(calls.raiseIssue, async (command, { caller, files, idempotency }) => {
    const raised = await raise(deps, caller.userId, { command, upload: files['document'], idempotency });
    if (!raised.ok) return raised;
    const issue = await readIssue(deps, raised.value, caller.userId);
    const values = { ticket: formatTicketNumber(raised.value) };
    if (!issue.ok) return issue;
    const code = issue.value.waitsForFws ? 'disputes.raised_again' : 'disputes.raised';
    return { ...issue, message: { code, values } };
  }),
  userRoute(calls.commentIssue, async (command, { caller }) => {
    const added = await addComment(deps, caller.userId, command);
    return added.ok ? readIssue(deps, command.issueId, caller.userId) : added;
  }),
  userRoute(calls.addIssueDocument, async ({ issueId }, { caller, files }) => {
    const added = await addDocument(deps, caller.userId, { issueId, upload: files['document'] });
    return added.ok ? readIssue(deps, issueId, caller.userId) : added;
  }),
  userRoute(calls.withdrawIssue, async ({ issueId }, { caller }) => {
    const withdrawn = await withdraw(deps, caller.userId, issueId);
    return withdrawn.ok ? readIssue(deps, issueId, caller.userId) : withdrawn;
  }),
];
