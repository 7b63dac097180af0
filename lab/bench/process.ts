import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends a message to a process and returns its answer. Throws when the process ends instead. */
export async function askProcess(child: ChildProcess, message: object | string): Promise<unknown> {
  const answerReceived = new AbortController();
  const { signal } = answerReceived;
  child.send(message);
  const events = [once(child, 'message', { signal }), once(child, 'exit', { signal })];
  const [answer]: unknown[] = await Promise.race(events).finally(() => answerReceived.abort());
  if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
  return answer;
}
