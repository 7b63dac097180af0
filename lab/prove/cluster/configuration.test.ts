import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findProgram } from '../support/programs.ts';
import { SCENARIOS } from './faults.ts';

const FOLDER = 'deploy/patroni';
const patroni = readFileSync(`${FOLDER}/patroni.yml`, 'utf8');
const readSetting = (name: string) => new RegExp(`^ +${name}: (.*)$`, 'm').exec(patroni)?.[1];

test('a commit is acknowledged when a standby has it, and only then', () => {
  const names = [
    'synchronous_mode',
    'synchronous_mode_strict',
    'synchronous_node_count',
    'synchronous_commit',
  ];
  expect(names.map(readSetting)).toEqual(['true', 'true', '1', "'on'"]);
});

test('a lease outlasts the retries of the loop that renews it', () => {
  const [ttl = 0, loopWait = 0, retryTimeout = 0] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    Number(readSetting(name)),
  );
  expect(loopWait).toBeGreaterThan(0);
  expect(loopWait + 2 * retryTimeout).toBeLessThanOrEqual(ttl);
});

/** What Patroni finds on a machine that is not one of the cluster's. */
const NOT_OF_THIS_MACHINE =
  /listen .*didn't pass|bin_dir|data_dir|bootstrap\.pg_hba  ?is not defined|Directory/;

/** What an installed program says about the configuration. */
function check(name: string, ...args: string[]): string[] {
  const program = findProgram(name);
  if (program === null) return [];
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !NOT_OF_THIS_MACHINE.test(line));
}

test('HAProxy and Patroni accept the configuration, where they are installed', () => {
  expect(check('haproxy', '-c', '-q', '-f', `${FOLDER}/haproxy.cfg`)).toEqual([]);
  expect(check('patroni', '--validate-config', `${FOLDER}/patroni.yml`)).toEqual([]);
});

test('each scenario has a name of its own', () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(new Set(names).size).toBe(10);
  expect(names).toContain('synchronous standby cut off');
});
