import { Counter, Gauge } from 'prom-client';
import { expect, test } from 'vitest';
import { createRegistry, formatOpenMetrics, Traffic } from './metrics.ts';

const toDate = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute));

test('summarizes the last fifteen minutes and counts failures separately', async () => {
  const traffic = new Traffic();
  traffic.record('/jobs', 200, 10, toDate(0));
  traffic.record('/jobs', 503, 30, toDate(14));
  expect(traffic.summarizeRecent(toDate(14))).toEqual({ minutes: 15, count: 2, failed: 1, meanMs: 20 });
  expect(traffic.summarizeRecent(toDate(15))).toMatchObject({ count: 1, failed: 1 });
  expect(traffic.summarizeRecent(toDate(29))).toEqual({ minutes: 15, count: 0, failed: 0, meanMs: null });
  for (let minute = 30; minute < 90; minute++) traffic.record('/jobs', 404, 1, toDate(minute));
  expect(traffic.summarizeRecent(toDate(89))).toMatchObject({ count: 15, failed: 0 });
  const { values } = await traffic.requests.get();
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.status, value]))).toEqual({
    '2xx': 1,
    '4xx': 60,
    '5xx': 1,
  });
});

test('writes OpenMetrics: types, units, escapes, cumulative buckets and the end mark', async () => {
  const traffic = new Traffic();
  for (const ms of [5, 60, 9000]) traffic.record('/jobs', 200, ms, toDate(0));
  const registry = createRegistry();
  new Gauge({ name: 'a_bytes', help: 'Of "A"', registers: [registry] }).set(7);
  new Counter({ name: 'b', help: 'B', labelNames: ['of'], registers: [registry] }).inc({ of: 'x"\\\ny' }, 2);
  const text = await formatOpenMetrics([registry, traffic.registry]);
  const lines = text.split('\n');
  expect(lines.slice(0, 7)).toEqual([
    String.raw`# HELP a_bytes Of \"A\"`,
    '# TYPE a_bytes gauge',
    '# UNIT a_bytes bytes',
    'a_bytes 7',
    '# HELP b B',
    '# TYPE b counter',
    String.raw`b_total{of="x\"\\\ny"} 2`,
  ]);
  const name = 'fws_http_request_duration_seconds';
  expect(lines).toContain(`${name}_bucket{le="0.01",route="/jobs"} 1`);
  expect(lines).toContain(`${name}_bucket{le="0.1",route="/jobs"} 2`);
  expect(lines).toContain(`${name}_bucket{le="5",route="/jobs"} 2`);
  expect(lines).toContain(`${name}_bucket{le="+Inf",route="/jobs"} 3`);
  expect(lines).toContain(`${name}_sum{route="/jobs"} 9.065`);
  expect(lines).toContain(`${name}_count{route="/jobs"} 3`);
  expect(lines).toContain(`# UNIT ${name} seconds`);
  expect(text.match(/# EOF/g)).toHaveLength(1);
  expect(text.endsWith('\n# EOF\n')).toBe(true);
});
