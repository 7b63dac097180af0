import { expect, test } from 'vitest';
import { formatOpenMetrics, Traffic } from './metrics.ts';

const toDate = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute));

test('summarizes the last fifteen minutes and counts failures separately', () => {
  const traffic = new Traffic();
  traffic.record(200, 10, toDate(0));
  traffic.record(503, 30, toDate(14));
  expect(traffic.summarizeRecent(toDate(14))).toEqual({ minutes: 15, count: 2, failed: 1, meanMs: 20 });
  expect(traffic.summarizeRecent(toDate(15))).toMatchObject({ count: 1, failed: 1 });
  expect(traffic.summarizeRecent(toDate(29))).toEqual({ minutes: 15, count: 0, failed: 0, meanMs: null });
  for (let minute = 30; minute < 90; minute++) traffic.record(404, 1, toDate(minute));
  expect(traffic.summarizeRecent(toDate(89))).toMatchObject({ count: 15, failed: 0 });
  expect(Object.fromEntries(traffic.byStatus)).toEqual({ '2xx': 1, '4xx': 60, '5xx': 1 });
});

test('writes OpenMetrics: types, units, escapes, cumulative buckets and the end mark', () => {
  const traffic = new Traffic();
  for (const ms of [5, 60, 9000]) traffic.record(200, ms, toDate(0));
  const text = formatOpenMetrics([
    { name: 'a_bytes', help: 'Of "A"', type: 'gauge', unit: 'bytes', samples: [{ value: 7 }] },
    { name: 'b', help: 'B', type: 'counter', samples: [{ labels: { of: 'x"\\\ny' }, value: 2 }] },
    { name: 'c_seconds', help: 'C', type: 'histogram', samples: traffic.listDurations() },
  ]);
  const lines = text.split('\n');
  expect(lines.slice(0, 7)).toEqual([
    '# TYPE a_bytes gauge',
    '# UNIT a_bytes bytes',
    String.raw`# HELP a_bytes Of \"A\"`,
    'a_bytes 7',
    '# TYPE b counter',
    '# HELP b B',
    String.raw`b_total{of="x\"\\\ny"} 2`,
  ]);
  expect(lines).toContain('c_seconds_bucket{le="0.01"} 1');
  expect(lines).toContain('c_seconds_bucket{le="0.1"} 2');
  expect(lines).toContain('c_seconds_bucket{le="5"} 2');
  expect(lines).toContain('c_seconds_bucket{le="+Inf"} 3');
  expect(lines).toContain('c_seconds_sum 9.065');
  expect(text.endsWith('\n# EOF\n')).toBe(true);
});
