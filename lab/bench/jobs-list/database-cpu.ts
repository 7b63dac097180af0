import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** What `getconf CLK_TCK` says on Linux. */
const TICK_MS = 10;

/** Returns a function that reads the processor time of a database server so far; 0 where its processes are not visible. */
export async function watchDatabaseCpu(ownerUrl: string): Promise<() => number> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const serverPid = readProcess(rows[0]?.pid ?? 0)?.parentPid;
  await client.end();
  return () => {
    if (serverPid === undefined) return 0;
    const connections = listProcesses().filter(({ parentPid }) => parentPid === serverPid);
    const endedMs = readProcess(serverPid)?.endedChildrenMs ?? 0;
    return connections.reduce((sum, { ms }) => sum + ms, endedMs);
  };
}

interface Process {
  parentPid: number;
  ms: number;
  endedChildrenMs: number;
}

/** User and system time. The name of a process, its second field, may contain spaces. */
function readProcess(pid: number): Process | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return {
      parentPid: fields[1] ?? 0,
      ms: (user + system) * TICK_MS,
      endedChildrenMs: (childrenUser + childrenSystem) * TICK_MS,
    };
  } catch {
    return undefined;
  }
}

const listProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? []);
