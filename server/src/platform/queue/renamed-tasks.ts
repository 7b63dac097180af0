import type { TaskName, Tasks } from './index.ts';

/**
 * Former names of tasks. Tasks queued under them may still wait, and while a new version replaces the former one, its
 * processes still enqueue them. A line can go once no task under its name is left, failed ones included.
 */
const CURRENT_NAMES: Readonly<Record<string, TaskName>> = {
  look_at_payments: 'poll_chargebacks',
  look_at_order: 'poll_order',
  tell_suspension: 'notify_suspension',
  tell_operators: 'alert_operators',
  lapse_quotes_of: 'lapse_job_quotes',
  forget_refused_webhooks: 'delete_old_webhooks',
  delete_old_refused_webhooks: 'delete_old_webhooks',
  forget_unattached_files: 'delete_unattached_files',
  forget_old_sign_ins: 'delete_expired_sign_ins',
};

/** The name that the task has today. */
export const toCurrentName = (task: string): string => CURRENT_NAMES[task] ?? task;

/** The tasks, also under their former names. */
export function addFormerNames(tasks: Tasks): Tasks {
  const all = { ...tasks };
  for (const [formerName, name] of Object.entries(CURRENT_NAMES)) {
    const task = tasks[name];
    if (task) all[formerName] = task;
  }
  return all;
}
