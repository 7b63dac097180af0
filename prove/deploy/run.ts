import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { UserError } from '../../scripts/user-error.ts';
import { buildWeb } from '../../scripts/web-build.ts';
import { webDist } from '../../scripts/web-dist.ts';
import { freePort } from '../../server/test/port.ts';
import { startLoad } from '../../server/test/rolling-load.ts';
import { forkServer, killNow, stopGracefully } from '../../server/test/server-process.ts';
import { waitFor } from '../../server/test/wait.ts';
import { startWorld, type World } from '../../server/test/world.ts';
import type { Verdict } from '../support/program.ts';
import { PROXIES, startProxyProgram, type RunningProxy } from './proxies.ts';
import { tryDoors } from './tls.ts';
import { findTool, TOOLS, type Tool } from './tools.ts';

const CLIENTS = 8;
/** Of all clients together, between two steps. */
const ANSWERS = 20 * CLIENTS;
const SETTINGS = { TRUST_PROXY: '1', SHUTDOWN_DELAY_MS: '2000', SHUTDOWN_DRAIN_MS: '20000' };

/** The shipped configuration, by what is installed: its own checks, its doors, and a rolling restart under load. */
export async function proveDeploy({ rounds }: { rounds: number }): Promise<Verdict> {
  const tools = new Map<Tool, string>();
  for (const tool of TOOLS) {
    const program = findTool(tool);
    if (program !== null) tools.set(tool, program);
  }
  const missing = TOOLS.filter((tool) => !tools.has(tool));
  const openssl = tools.get('openssl');
  const kinds = (Object.keys(PROXIES) as (keyof typeof PROXIES)[]).filter((kind) => tools.has(kind));
  if (openssl === undefined || kinds.length === 0)
    throw new UserError(`Not installed: ${missing.join(', ')}. Nothing was proven.`);

  await buildWeb(process.cwd());
  const figures: Verdict['figures'] = { 'not installed': missing.join(', ') || 'nothing' };
  const violations = [...checkUnits(tools.get('systemd-analyze'), figures)];
  for (const kind of kinds) {
    const tried = await tryProxy(kind, tools.get(kind) ?? '', openssl, rounds);
    for (const [what, value] of Object.entries(tried.figures)) figures[`${kind}: ${what}`] = value;
    violations.push(...tried.violations.map((violation) => `${kind}: ${violation}`));
  }
  return { figures, violations };
}

function checkUnits(program: string | undefined, figures: Verdict['figures']): string[] {
  if (program === undefined) return [];
  const units = readdirSync('deploy/systemd')
    .filter((name) => name.endsWith('.service'))
    .map((name) => `deploy/systemd/${name}`);
  figures['systemd units checked'] = units.length;
  return units.flatMap((unit) => {
    const { status, stderr } = spawnSync(program, ['verify', '--man=no', unit], { encoding: 'utf8' });
    // Where the product is not installed, its programs are not there.
    const faults = stderr
      .split('\n')
      .filter((line) => line !== '' && !/Command \S+ is not executable/.test(line));
    return status === 0 || faults.length === 0 ? [] : [`${unit}: ${faults.join('; ')}`];
  });
}

async function tryProxy(
  kind: keyof typeof PROXIES,
  program: string,
  openssl: string,
  rounds: number,
): Promise<Verdict> {
  const world = await startWorld({ worker: false });
  const nodes = new Map<number, ChildProcess>();
  let proxy: RunningProxy | undefined;
  try {
    await world.stopServer();
    const ports = [await freePort(), await freePort()];
    for (const port of ports) nodes.set(port, await startNode(world, port));
    proxy = await startProxyProgram(kind, program, openssl, ports);
    const doors = await tryDoors(proxy);
    const rolled = await restartUnderLoad(world, proxy, nodes, rounds);
    return { figures: rolled.figures, violations: [...doors, ...rolled.violations] };
  } finally {
    await proxy?.close();
    for (const child of nodes.values()) if (child.exitCode === null) await killNow(child);
    await world.close();
  }
}

const startNode = (world: World, port: number): Promise<ChildProcess> => {
  const env = { ...world.config.env, ...SETTINGS };
  const config = { ...world.config, port, env, webDist: webDist(process.cwd()) };
  return forkServer(config, { part: 'web' });
};

/** Each node in turn is stopped as a deployment stops it, and comes back; clients never pause. */
async function restartUnderLoad(
  world: World,
  proxy: RunningProxy,
  nodes: Map<number, ChildProcess>,
  rounds: number,
): Promise<Verdict> {
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => world.user()));
  const load = startLoad(proxy.plainUrl, people);
  const goOn = async () => {
    const before = load.answered();
    await waitFor('clients to go on', () => load.answered() >= before + ANSWERS);
  };
  const violations: string[] = [];
  let restarts = 0;
  await goOn();
  for (let round = 0; round < rounds; round++)
    for (const [port, child] of nodes) {
      await proxy.takeOut(port);
      const code = await stopGracefully(child);
      if (code !== 0) violations.push(`a node ended with ${code}`);
      await goOn();
      nodes.set(port, await startNode(world, port));
      await proxy.putIn(port);
      restarts += 1;
      await goOn();
    }
  const { reads, posted, failures } = await load.stop();
  const jobs = await world.db.selectFrom('job').select('title').execute();
  const titles = jobs.map(({ title }) => title);
  const lost = posted.filter((title) => !titles.includes(title));
  const doubled = titles.filter((title, at) => titles.indexOf(title) !== at);
  violations.push(
    ...failures,
    ...lost.map((title) => `lost: ${title}`),
    ...doubled.map((title) => `twice: ${title}`),
  );
  const figures = { restarts, reads, 'jobs posted': posted.length, 'failed requests': failures.length };
  return { figures: { ...figures, lost: lost.length, doubled: doubled.length }, violations };
}
