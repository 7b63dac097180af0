import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findReleaseBefore } from './release.ts';

test('deploys from the commit of the baseline, then from the one before the newest release', () => {
  const root = mkdtempSync(join(tmpdir(), 'fws-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const author = ['-c', 'user.name=Asha', '-c', 'user.email=asha@mail.example'];
  const commit = (...names: string[]): string => {
    mkdirSync(join(root, 'server/migrations'), { recursive: true });
    for (const name of names) writeFileSync(join(root, 'server/migrations', name), name);
    git('add', '--all');
    git(...author, 'commit', '--quiet', '--allow-empty', '--message', names.join(' ') || 'code');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  commit('0001_roles.sql', '0150_months.sql');
  rmSync(join(root, 'server/migrations'), { recursive: true });
  const baseline = commit('0001_logins.sql', '0002_ledger.sql');
  const code = commit();
  expect(findReleaseBefore(root)).toBe(baseline);

  commit('0101_column.sql');
  expect(findReleaseBefore(root)).toBe(code);
  const first = commit('0102_index.concurrent.sql', '0103_column.contract.sql');
  expect(findReleaseBefore(root)).toBe(code);
  commit('0201_column.sql');
  expect(findReleaseBefore(root)).toBe(first);
});

test('asks for a commit where git does not know the migrations', () => {
  const root = mkdtempSync(join(tmpdir(), 'fws-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'server/migrations'), { recursive: true });
  writeFileSync(join(root, 'server/migrations/0001_logins.sql'), '');
  expect(() => findReleaseBefore(root)).toThrow('name a commit with --from');
});
