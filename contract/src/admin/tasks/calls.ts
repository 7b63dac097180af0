import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** A task that has used up its attempts. */
export const adminTask = call({
  name: 'admin_task',
  access: 'admin',
  reads: true,
  permission: 'tasks.decide',
  form: schema('taskId'),
  reply: schema('taskCase'),
  done: 'common.ok',
});
/** Runs the task again with all its attempts, or dismisses it with a reason. */
export const adminTaskDecide = call({
  name: 'admin_task_decide',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'tasks.decide',
  form: schema('taskDecision'),
  done: 'admin.task_decided',
});
