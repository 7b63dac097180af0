import { afterEach, expect, test } from 'vitest';
import { getWorkContext, runInContext } from '../work-context.ts';
import {
  formatTraceparent,
  getErrorType,
  inSpan,
  parseTraceparent,
  setTracer,
  startRootSpan,
  type Span,
  type SpanParent,
} from './index.ts';
import { maskLiterals, summarizeStatement } from './statements.ts';

const TRACE = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const PARENT = 'bbbbbbbbbbbbbbbb';

interface Recorded {
  name: string;
  parent: SpanParent | null;
  errors: string[];
  ended: number;
}

function recordSpans(ratio: number): Recorded[] {
  const recorded: Recorded[] = [];
  setTracer({
    ratio,
    acceptsProxyTraces: false,
    startSpan(name, _kind, _attributes, parent): Span {
      const entry: Recorded = { name, parent, errors: [], ended: 0 };
      recorded.push(entry);
      return {
        traceId: parent?.traceId ?? TRACE,
        spanId: String(recorded.length).padStart(16, '0'),
        setAttributes: () => {},
        fail: (errorType) => entry.errors.push(errorType),
        end: () => (entry.ended += 1),
      };
    },
  });
  return recorded;
}
afterEach(() => setTracer(null));

test('traces nothing while there is no tracer', async () => {
  expect(startRootSpan('GET /', 'server', {})).toBeNull();
  expect(await inSpan('transaction', 'internal', async (span) => span)).toBeNull();
});

test('selects requests by chance, and follows the decision in a traceparent', () => {
  recordSpans(0);
  expect(startRootSpan('GET /', 'server', {})).toBeNull();
  expect(startRootSpan('GET /', 'server', {}, `00-${TRACE}-${PARENT}-01`)?.traceId).toBe(TRACE);
  recordSpans(1);
  expect(startRootSpan('GET /', 'server', {})).not.toBeNull();
  expect(startRootSpan('GET /', 'server', {}, `00-${TRACE}-${PARENT}-00`)).toBeNull();
  // What is no traceparent counts as none.
  expect(startRootSpan('GET /', 'server', {}, 'sampled, please')).not.toBeNull();
});

test('nests steps, ends each once, and marks a failed one with its code and without its message', async () => {
  const recorded = recordSpans(1);
  const span = startRootSpan('GET /', 'server', {});
  const error = Object.assign(new Error('Key (mobile)=(9876543210)'), { code: '23505' });
  const work = runInContext({ requestId: 'r', task: null, span }, () =>
    inSpan('outer', 'internal', () =>
      inSpan('inner', 'client', async () => {
        expect(getWorkContext()?.requestId).toBe('r');
        throw error;
      }),
    ),
  );
  await expect(work).rejects.toBe(error);
  expect(recorded.map(({ name, errors, ended }) => [name, errors, ended])).toEqual([
    ['GET /', [], 0],
    ['outer', ['23505'], 1],
    ['inner', ['23505'], 1],
  ]);
  expect(recorded.map(({ parent }) => parent?.spanId)).toEqual([
    undefined,
    '0000000000000001',
    '0000000000000002',
  ]);
});

test.each([
  `00-${TRACE}-${PARENT}`,
  `01-${TRACE}-${PARENT}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${PARENT}-01\n`,
])('refuses the traceparent %j', (text) => {
  expect(parseTraceparent(text)).toBeNull();
});

test('reads the traceparent that it writes', () => {
  const parent = { traceId: TRACE, spanId: PARENT };
  expect(parseTraceparent(formatTraceparent(parent))).toEqual({ ...parent, isRecorded: true });
});

test('names an error by its code or class', () => {
  expect(getErrorType(Object.assign(new TypeError('x'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
  expect(getErrorType(Object.assign(new TypeError('x'), { code: 'to asha@example.in' }))).toBe('TypeError');
  expect(getErrorType('x')).toBe('unknown');
});

test.each([
  [
    '-- prepared\nSELECT a FROM "job" WHERE id = $1 AND n = 42',
    'SELECT a FROM "job" WHERE id = $1 AND n = ?',
    'SELECT job',
  ],
  ["insert into outbox (task) values ('it''s 5')", 'insert into outbox (task) values (?)', 'INSERT outbox'],
  [
    "UPDATE ledger.account SET x = '1.5' -- 'why'",
    'UPDATE ledger.account SET x = ?',
    'UPDATE ledger.account',
  ],
  ['commit', 'commit', 'COMMIT'],
  ["SELECT E'\\'9876543210'", null, 'statement'],
  ['SELECT $tag$9876543210$tag$', null, 'statement'],
  ["SELECT 'open", null, 'statement'],
])('describes %j without its values', (text, masked, summary) => {
  expect(maskLiterals(text)).toBe(masked);
  expect(summarizeStatement(maskLiterals(text))).toBe(summary);
});
