/** How many connections a process opens, so that its start can tell whether the server has that many. */

/** Does the application reach the database another way than the queue, which connects directly? */
export const isBehindPooler = (databaseUrl: string, queueUrl: string): boolean =>
  new URL(databaseUrl).host !== new URL(queueUrl).host;

/** One for each job that runs at once, one that listens for new jobs, one for heartbeats and the schedule. */
export const queueConnections = (concurrency: number): number => concurrency + 2;

/** At most so many, each with what opens them. */
export interface ConnectionNeed {
  app: Record<string, number>;
  queue: Record<string, number>;
}

/** What a web process, a worker, or both in one may open with each login. */
export function countConnections(
  parts: { web: boolean; worker: boolean },
  config: { databaseUrl: string; queueUrl: string; databasePoolSize: number; queueConcurrency: number },
): ConnectionNeed {
  const watch = { 'watching the line': 1 };
  return {
    app: { pool: config.databasePoolSize, ...watch },
    queue: {
      ...(parts.web ? { 'live events': 1 } : {}),
      ...(parts.worker ? { queue: queueConnections(config.queueConcurrency) } : {}),
      ...(isBehindPooler(config.databaseUrl, config.queueUrl) ? watch : {}),
    },
  };
}
