/** Counts the connections that a process opens, so that the start can check whether the server has that many. */

/** Does the application connect through a pooler, while the queue connects directly? */
export const isBehindPooler = (databaseUrl: string, queueUrl: string): boolean =>
  new URL(databaseUrl).host !== new URL(queueUrl).host;

/** One for each task that runs at once, one to listen for new tasks, one for heartbeats and the schedule. */
export const countQueueConnections = (concurrency: number): number => concurrency + 2;

/** Maximum number of connections by purpose. */
export interface ConnectionNeed {
  app: Record<string, number>;
  queue: Record<string, number>;
}

/** What a web process, a worker, or both in one process may open with each login. */
export function countConnections(
  parts: { web: boolean; worker: boolean },
  config: {
    databaseUrl: string;
    queueUrl: string;
    databasePoolSize: number;
    queueConcurrency: number;
    replicaUrls: readonly string[];
  },
): ConnectionNeed {
  const watch = { 'connection watchdog': 1 };
  return {
    app: {
      pool: config.databasePoolSize,
      ...watch,
      ...(parts.web && config.replicaUrls.length > 0 ? { 'position for replicas': 1 } : {}),
    },
    queue: {
      outbox: 1,
      ...(parts.web ? { 'live events': 1 } : {}),
      ...(parts.worker ? { queue: countQueueConnections(config.queueConcurrency) } : {}),
      ...(isBehindPooler(config.databaseUrl, config.queueUrl) ? watch : {}),
    },
  };
}
