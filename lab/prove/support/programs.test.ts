import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endProgram, findProgram, readVersion, replaceInSample, setInSample } from './programs.ts';

test('finds an installed program and returns null for a missing one', () => {
  expect(findProgram('sh')).toMatch(/\/sh$/);
  expect(findProgram('fws-no-such-program')).toBeNull();
});

test('reads the version that a program prints', () => {
  expect(`v${readVersion(process.execPath)}`).toBe(process.version);
  expect(() => readVersion(process.execPath, '--eval=')).toThrow('says no version');
});

test('replaces texts and sets values of the sample, however they are written', () => {
  const sample = 'port = 1\npath=/a\nempty =\nlisten 1; listen 1;\n';
  expect(setInSample(sample, { port: '$1', path: '/a', empty: 2 })).toBe(
    'port = $1\npath=/a\nempty =2\nlisten 1; listen 1;\n',
  );
  expect(
    replaceInSample(sample, [
      ['listen 1', '$&'],
      [/^p.*\n/gm, ''],
    ]),
  ).toBe('empty =\n$&; $&;\n');
});

test('throws when the sample lacks the setting or the text', () => {
  expect(() => setInSample('support = 1', { port: 2 })).toThrow('the sample sets no port');
  expect(() => replaceInSample('a', [['b', 'c']])).toThrow('the sample has no b');
  expect(() => replaceInSample('a', [[/b/g, 'c']])).toThrow('the sample has no /b/g');
});

test('ends a running program and does not wait for an ended one', async () => {
  const child = spawn('sleep', ['600']);
  await once(child, 'spawn');
  await endProgram(child);
  expect(child.signalCode).toBe('SIGTERM');
  await endProgram(child);
});
