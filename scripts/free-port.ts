import { once } from 'node:events';
import { createServer } from 'node:net';

/** Without a host: on every interface. */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** Finds the preferred port, or the next free one. */
export async function findFreePort(preferred: number, host?: string): Promise<number> {
  let port = preferred;
  while (!(await isPortFree(port, host))) port += 1;
  return port;
}
