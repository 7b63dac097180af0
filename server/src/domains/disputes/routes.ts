import * as calls from '@fws/contract/disputes/calls';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { runMoneyCommand } from '../../platform/idempotency.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { addComment, addDocument, saveUpload, raise, withdraw } from './service.ts';
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
    const fileId = await saveUpload(deps, caller.userId, files['document']);
    const raised = await runMoneyCommand(deps.db, idempotency, (tx) =>
      raise(tx, caller.userId, { command, fileId, now: deps.ports.clock.now() }),
    );
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
    const now = deps.ports.clock.now();
    const withdrawn = await inTx(deps.db, (tx) => withdraw(tx, caller.userId, { issueId, now }));
    return withdrawn.ok ? readIssue(deps, issueId, caller.userId) : withdrawn;
  }),
];
