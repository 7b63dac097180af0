import { afterEach, expect, test, vi } from 'vitest';
import { formatOpenMetrics, processMetrics } from '../platform/metrics.ts';
import { ProviderError } from '../ports/provider-error.ts';
import { countMessages } from './message-watch.ts';
import { createProviderCircuit } from './provider-circuit.ts';

afterEach(() => void vi.useRealTimers());

/** The samples of a metric with these labels: `operation="GET x",outcome="ok"` and the value. */
async function readSamples(metric: string, labels: string): Promise<string[]> {
  const lines = (await formatOpenMetrics([processMetrics])).split('\n');
  return lines
    .filter((line) => line.startsWith(`${metric}{${labels}`))
    .map((line) => line.slice(metric.length));
}
const fail = (outcome: ProviderError['outcome']) => () =>
  Promise.reject(new ProviderError(outcome, 'code', 'x'));

test('counts calls by what became of them, and shows an open circuit until a call succeeds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const circuit = createProviderCircuit('watched', { failures: 2, restMs: 1_000 });
  const run = (call: () => Promise<unknown>) => circuit.run('GET x', call).catch(() => {});
  const readCircuit = () => readSamples('fws_provider_circuit_open', 'provider="watched"');
  await run(() => Promise.resolve({ status: 200 }));
  await run(() => Promise.resolve({ status: 422 }));
  await run(fail('rejected'));
  await run(fail('limited'));
  expect(await readCircuit()).toEqual(['{provider="watched"} 0']);
  await run(fail('unknown'));
  await run(fail('unknown'));
  expect(await readCircuit()).toEqual(['{provider="watched"} 1']);
  await run(() => Promise.resolve('not sent'));
  vi.advanceTimersByTime(1_000);
  await run(() => Promise.resolve('sent'));
  expect(await readCircuit()).toEqual(['{provider="watched"} 0']);
  circuit.pauseFor('GET x', 60_000);
  await run(() => Promise.resolve('not sent'));
  const samples = await readSamples('fws_provider_requests_total', 'provider="watched"');
  const label = 'provider="watched",operation="GET x"';
  expect(samples.toSorted()).toEqual([
    `{${label},outcome="circuit_open"} 1`,
    `{${label},outcome="failed"} 2`,
    // One by the provider, and one that was not sent.
    `{${label},outcome="limited"} 2`,
    `{${label},outcome="ok"} 2`,
    `{${label},outcome="refused"} 2`,
  ]);
  // Only calls that were sent took any time.
  expect(await readSamples('fws_provider_request_duration_seconds_count', label)).toEqual([`{${label}} 7`]);
});

test('an unknown error counts as no answer, and more operations than a provider has count together', async () => {
  const circuit = createProviderCircuit('talkative');
  const error = new TypeError('x');
  await expect(circuit.run('op0', () => Promise.reject(error))).rejects.toBe(error);
  for (let number = 1; number < 45; number += 1) await circuit.run(`op${number}`, () => Promise.resolve());
  const samples = await readSamples('fws_provider_requests_total', 'provider="talkative"');
  expect(samples).toHaveLength(41);
  expect(samples).toContain('{provider="talkative",operation="op0",outcome="failed"} 1');
  expect(samples).toContain('{provider="talkative",operation="other",outcome="ok"} 5');
});

test('counts messages by what became of them, and changes no answer of the sender', async () => {
  // Other files of tests share the counts of the process.
  const readCounts = async () =>
    new Map(
      (await readSamples('fws_messages_total', 'channel="whatsapp"')).map((sample) => [
        /outcome="(\w+)"/.exec(sample)?.[1],
        Number(sample.split(' ')[1]),
      ]),
    );
  const before = await readCounts();
  const send = (answer: () => Promise<unknown>) =>
    countMessages('whatsapp', { send: (_message: object) => answer() }).send({});
  expect(await send(() => Promise.resolve('accepted'))).toBe('accepted');
  expect(await send(() => Promise.resolve('gone'))).toBe('gone');
  await expect(send(fail('rejected'))).rejects.toMatchObject({ outcome: 'rejected' });
  await expect(send(fail('limited'))).rejects.toMatchObject({ outcome: 'limited' });
  await expect(send(fail('unknown'))).rejects.toMatchObject({ outcome: 'unknown' });
  const after = await readCounts();
  for (const outcome of ['sent', 'gone', 'refused', 'limited', 'failed'])
    expect((after.get(outcome) ?? 0) - (before.get(outcome) ?? 0), outcome).toBe(1);
});
