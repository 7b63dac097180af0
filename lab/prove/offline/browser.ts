import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';

/** A browser with a profile that outlives it, and that can be killed at any moment. */
export interface KillableBrowser {
  page: Page;
  kill(): Promise<void>;
}

const ENDPOINT = /DevTools listening on (ws:\S+)/;

/** Opens a browser with this profile, its session and its page. */
export async function openBrowser(
  executable: string,
  profile: string,
  session: { name: string; value: string; url: string },
): Promise<KillableBrowser> {
  const child = spawn(
    executable,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    // A group of its own, so that all of its processes are killed at once.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const end = () => killGroup(child);
  process.once('exit', end);
  const kill = async () => {
    const exited = child.exitCode ?? child.signalCode ?? once(child, 'exit');
    killGroup(child);
    await exited;
    process.off('exit', end);
  };
  const browser = await chromium.connectOverCDP(await readEndpoint(child));
  const context = browser.contexts()[0] ?? (await browser.newContext());
  await context.addCookies([{ ...session, expires: Date.now() / 1000 + 24 * 3600 }]);
  return { page: context.pages()[0] ?? (await context.newPage()), kill };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function readEndpoint(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('the browser has no output');
  for await (const line of createInterface({ input: child.stderr })) {
    const [, endpoint] = ENDPOINT.exec(line) ?? [];
    if (endpoint !== undefined) {
      child.stderr.resume();
      return endpoint;
    }
  }
  throw new Error('the browser did not start');
}
