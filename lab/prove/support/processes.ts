import type { ChildProcess } from 'node:child_process';
import { forkIdle, forkServer, killNow, type Part } from '../../../server/test/processes/server-process.ts';
import type { World } from '../../../server/test/world.ts';

interface ProcessOptions {
  /** How far the clock of the next process of this part runs ahead, so that it takes over what a killed one was doing. */
  getAheadMs: (part: Part) => number;
  beforeStart?: () => Promise<void>;
}

/** The processes of the product, each of which can be killed and started again. */
export function createProcesses(
  world: World,
  parts: readonly Part[],
  { getAheadMs, beforeStart = () => Promise.resolve() }: ProcessOptions,
) {
  const running = new Map<Part, ChildProcess>();
  let idle = forkIdle();
  const listDead = () => parts.filter((part) => !isAlive(running.get(part)));
  const end = () => Promise.all(parts.map((part) => endNow(running.get(part))));
  return {
    listDead,
    end,
    get(part: Part): ChildProcess {
      const child = running.get(part);
      if (!child) throw new Error(`no ${part} runs`);
      return child;
    },
    /** Starts the processes that are not running, and lets the next one load its code meanwhile. Returns their parts. */
    async begin(): Promise<Part[]> {
      const deadParts = listDead();
      for (const part of deadParts) {
        await beforeStart();
        running.set(part, await forkServer(world.config, { aheadMs: getAheadMs(part), idle, part }));
        idle = forkIdle();
      }
      return deadParts;
    },
    async close(): Promise<void> {
      await end();
      await endNow(idle);
    },
  };
}

const isAlive = (child: ChildProcess | undefined): boolean =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

export async function endNow(child: ChildProcess | undefined): Promise<void> {
  if (child && isAlive(child)) await killNow(child);
}
