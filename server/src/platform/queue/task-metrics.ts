import { Counter, Histogram } from 'prom-client';
import { processMetrics } from '../metrics.ts';

export const taskOutcomes = new Counter({
  name: 'fws_tasks',
  help: 'Tasks that this process has run: done, failed (to be retried or given up), or postponed for a provider',
  labelNames: ['task', 'outcome'],
  registers: [processMetrics],
});

export const taskDurations = new Histogram({
  name: 'fws_task_duration_seconds',
  help: 'How long tasks of this process took',
  labelNames: ['task'],
  buckets: [0.05, 0.25, 1, 5, 30],
  registers: [processMetrics],
});
