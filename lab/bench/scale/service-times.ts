/** How long a task keeps what it needs, in milliseconds. */
export interface TaskTimes {
  /** The thread of its worker process, which runs one task at a time. */
  nodeMs: number;
  /** A core of PostgreSQL. */
  databaseMs: number;
  /** Neither: round trips and the flush of its commits to disk. Its place in the queue is taken meanwhile. */
  waitMs: number;
  /** The log that PostgreSQL writes for it, its way through outbox and queue included. */
  walBytes: number;
}

export interface ServiceTimes {
  /** A batch of the relay: a fixed time, and a time for each row. */
  relay: { fixedMs: number; rowMs: number };
  /** A notification in the app. */
  notify: TaskTimes;
  /** A message outside the app, without the vendor's time. */
  deliver: TaskTimes;
}

/** A burst of tasks that one worker process runs, so many at once. */
export interface Burst {
  tasks: number;
  concurrency: number;
  seconds: number;
}

export interface Calibration {
  times: ServiceTimes;
  burst: Burst;
}

/** What `npm run bench:scale -- --calibrate` measured on 26 November 2026 on two cores with little else running. */
export const MEASURED: Calibration = {
  times: {
    relay: { fixedMs: 1.3, rowMs: 0.019 },
    notify: { nodeMs: 0.92, databaseMs: 1.09, waitMs: 0, walBytes: 2571 },
    deliver: { nodeMs: 1.27, databaseMs: 2.21, waitMs: 0.1, walBytes: 3842 },
  },
  burst: { tasks: 5000, concurrency: 4, seconds: 7.25 },
};
