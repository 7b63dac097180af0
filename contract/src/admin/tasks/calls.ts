import { call, emptyReply } from '../../platform/call.ts';
import { taskCaseReply, taskDecisionForm, taskIdForm } from './wire.ts';

/** A task that has used up its attempts. */
export const adminTask = call({
  name: 'admin_task',
  access: 'admin',
  reads: true,
  permission: 'tasks.decide',
  form: taskIdForm,
  reply: taskCaseReply,
  done: 'common.ok',
});
/** Runs the task again with all its attempts, or dismisses it with a reason. */
export const adminTaskDecide = call({
  name: 'admin_task_decide',
  access: 'admin',
  reads: false,
  permission: 'tasks.decide',
  form: taskDecisionForm,
  reply: emptyReply,
  done: 'admin.task_decided',
});
