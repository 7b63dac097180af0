import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { UserError } from '../../../scripts/user-error.ts';
import { buildWeb } from '../../../scripts/web-build.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { startWorld } from '../../../server/test/world.ts';
import type { Verdict } from '../support/program.ts';
import { findProgram } from '../support/programs.ts';
import { PROXIES, startProxyProgram, type RunningProxy } from '../support/proxies.ts';
import { Fleet, restartUnderLoad } from './restarts.ts';
import { checkEntryPoints } from './tls.ts';
import { TOOLS, type Tool } from './tools.ts';

/** Tests the shipped configuration with the installed programs: config checks, entry points, and restarts under load. */
export async function proveDeploy({ rounds }: { rounds: number }): Promise<Verdict> {
  const tools = new Map<Tool, string>();
  for (const tool of TOOLS) {
    const program = findProgram(tool);
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
    const verdict = await tryProxy(kind, tools.get(kind) ?? '', openssl, rounds);
    for (const [name, value] of Object.entries(verdict.figures)) figures[`${kind}: ${name}`] = value;
    violations.push(...verdict.violations.map((violation) => `${kind}: ${violation}`));
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
    // The units name programs that do not exist where the product is not installed.
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
  const fleet = new Fleet(world);
  let proxy: RunningProxy | undefined;
  try {
    await world.stopServer();
    const ports = [await findFreePort(), await findFreePort()];
    for (const port of ports) await fleet.startWeb(port);
    await fleet.startWorker();
    // The proxy listens on the address that the providers know, so that webhooks pass through it too.
    const { port: plainPort } = world.config;
    proxy = await startProxyProgram(kind, { program, openssl, upstreams: ports, plainPort });
    const tlsViolations = await checkEntryPoints(proxy);
    const restartVerdict = await restartUnderLoad(world, { proxy, fleet, ports, rounds });
    return { figures: restartVerdict.figures, violations: [...tlsViolations, ...restartVerdict.violations] };
  } finally {
    await proxy?.close();
    await fleet.close();
    await world.close();
  }
}
