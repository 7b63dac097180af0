import { call, emptyReply } from '../../platform/call.ts';
import { taskCaseReply, taskDecisionForm, taskIdForm } from './wire.ts';

/** A job whose tries are used up. */
export const adminTask = call({
  name: 'admin_task',
  access: 'admin',
  permission: 'tasks.decide',
  form: taskIdForm,
  reply: taskCaseReply,
  done: 'common.ok',
});
/** Runs it again with all its tries, or gives it up with a reason. */
export const adminTaskDecide = call({
  name: 'admin_task_decide',
  access: 'admin',
  permission: 'tasks.decide',
  form: taskDecisionForm,
  reply: emptyReply,
  done: 'admin.task_decided',
});
