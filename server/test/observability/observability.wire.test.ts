import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getWorkContext } from '../../src/platform/work-context.ts';
import { createLog } from '../../src/platform/log.ts';
import { findFreePort } from '../network/port.ts';
import { buildRegistrationForm } from '../identity/registration.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';
import { listExposedNames, listMetrics, readAlerts, readDashboards } from './rules.ts';
import { startCollector, type CollectedSpan } from './collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

let collector: Awaited<ReturnType<typeof startCollector>>;
let world: World;
const logged: string[] = [];
beforeAll(async () => {
  collector = await startCollector();
  world = await startWorld({
    log: createLog((line) => logged.push(line)),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_PROPAGATORS: 'tracecontext',
      TRUST_PROXY: 'loopback',
    },
  });
});
afterAll(async () => {
  await world.close();
  await collector.close();
});

/** The spans of a trace, as soon as it has those of these names. */
async function collectTrace(traceId: string | null, ...names: string[]): Promise<CollectedSpan[]> {
  const findSpans = () => collector.spans.filter((span) => span.traceId === traceId);
  await waitFor(`the spans ${names.join(', ')}`, async () =>
    names.every((name) => findSpans().some((span) => span.name === name)),
  );
  return findSpans();
}

test('follows a registration through its statements, its task and the SMS vendor, and sends no personal data', async () => {
  const form = buildRegistrationForm();
  const response = await fetch(`${world.url}/api/user_register?promo=SUMMER`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  expect(response.status).toBe(200);
  const spans = await collectTrace(
    response.headers.get('x-trace-id'),
    'POST /api/user_register',
    'task send_otp',
  );
  const getSpan = (name: string) => {
    const span = spans.find((each) => each.name === name);
    if (!span) throw new Error(`no span ${name} among ${spans.map((each) => each.name).join(', ')}`);
    return span;
  };
  const request = getSpan('POST /api/user_register');
  expect(request).toMatchObject({
    service: 'fws',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/user_register',
      'http.response.status_code': 200,
      'fws.request_id': response.headers.get('x-request-id'),
    },
  });
  expect(request.parentSpanId).toBeUndefined();
  const isBelow = (span: CollectedSpan | undefined, top: CollectedSpan): boolean =>
    span !== undefined &&
    (span.parentSpanId === top.spanId ||
      isBelow(
        spans.find(({ spanId }) => spanId === span.parentSpanId),
        top,
      ));
  const insert = getSpan('INSERT user_account');
  expect(spans.some((span) => span.name === 'transaction' && isBelow(insert, span))).toBe(true);
  expect(isBelow(getSpan('COMMIT'), request)).toBe(true);
  expect(insert.attributes['db.query.text']).toMatch(/^insert into "user_account" .*\$1/i);
  const task = getSpan('task send_otp');
  expect(isBelow(task, request)).toBe(true);
  expect(task.attributes).toMatchObject({ 'fws.task': 'send_otp', 'fws.attempt': 1, 'fws.outcome': 'done' });
  const sms = getSpan('msg91 POST api/flow');
  expect(sms.parentSpanId).toBe(task.spanId);
  expect(sms.attributes).toMatchObject({ 'fws.provider': 'msg91', 'fws.outcome': 'ok' });

  const messages = await fetch(
    `${world.sandboxUrl}/outbox.json?to=${encodeURIComponent(`+91${form['mobile_number']}`)}`,
  );
  const [{ otp }] = (await messages.json()) as [{ otp: string }];
  expect(otp).toMatch(/^\d{6}$/);
  const sent = collector.texts.join('\n');
  const secret = ['mobile_number', 'email_id', 'first_name', 'password', 'aadhaar_number', 'location'];
  for (const value of [...secret.map((name) => form[name] ?? ''), otp, 'SUMMER'])
    expect(sent.includes(value), value).toBe(false);
});

test('continues the trace of a trusted proxy under its request id, and no trace of anybody else', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${world.url}/robots.txt`, { headers });
  const outside = await ask({ traceparent: TRACEPARENT, 'x-request-id': 'from-outside' });
  expect(outside.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  expect(outside.headers.get('x-trace-id')).not.toBe(TRACE);
  expect(outside.headers.get('x-request-id')).toMatch(/^[0-9a-z]{12}$/);

  const proxied = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'from-the-proxy' };
  const inside = await ask({ ...proxied, traceparent: TRACEPARENT });
  expect(inside.headers.get('x-trace-id')).toBe(TRACE);
  expect(inside.headers.get('x-request-id')).toBe('from-the-proxy');
  const spans = await collectTrace(TRACE, 'GET /robots.txt');
  expect(spans[0]?.parentSpanId).toBe('b7ad6b7169203331');
  const unsampled = await ask({ ...proxied, traceparent: TRACEPARENT.replace(/01$/, '00') });
  expect(unsampled.headers.get('x-trace-id')).toBeNull();
  const forged = await ask({ ...proxied, 'x-request-id': 'a b\tc' });
  expect(forged.headers.get('x-request-id')).toMatch(/^[0-9a-z]{12}$/);
});

/** Metrics that other programs expose, or parts of the product that are optional. */
const FROM_ELSEWHERE: Record<string, string> = {
  up: 'Prometheus itself',
  probe_ssl_earliest_cert_expiry: 'prometheus-blackbox-exporter',
  fws_backup_timestamp_seconds: 'deploy/pgbackrest/backup-metrics',
  fws_backup_checked_timestamp_seconds: 'deploy/pgbackrest/backup-metrics',
  fws_wal_archive_failing: 'deploy/pgbackrest/backup-metrics',
  node_filesystem_avail_bytes: 'prometheus-node-exporter',
  node_filesystem_size_bytes: 'prometheus-node-exporter',
  patroni_primary: 'Patroni, at /metrics of its REST API',
  patroni_replica: 'Patroni, at /metrics of its REST API',
  fws_redis_up: 'a process with Redis',
  fws_replica_lag_seconds: 'a process with a replica for reads',
  fws_replica_in_use: 'a process with a replica for reads',
};

test('exposes every metric that alerts and dashboards read, and documents every metric that it exposes', async () => {
  const scrape = await fetch(`${world.url}/metrics`);
  const exposed = listExposedNames(await scrape.text());
  const read = [
    ...readAlerts().map(({ expr }) => expr),
    ...readDashboards().flatMap(({ panels }) =>
      panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ),
  ].flatMap(listMetrics);
  expect(read.length).toBeGreaterThan(50);
  expect(read.filter((name) => !exposed.has(name) && !(name in FROM_ELSEWHERE))).toEqual([]);
  expect(Object.keys(FROM_ELSEWHERE).filter((name) => !read.includes(name))).toEqual([]);

  const documentation = readFileSync('docs/operations.md', 'utf8');
  const bases = [...exposed].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
  expect([...new Set(bases)].filter((name) => !documentation.includes(`\`${name}\``))).toEqual([]);
});

test('measures what a registration did: its route, its task, its message, the pool and the outbox', async () => {
  const lines = (await (await fetch(`${world.url}/metrics`)).text()).split('\n');
  const getValue = (sample: string) => {
    const line = lines.find((each) => each.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };
  expect(getValue('fws_http_requests_total{route="/api/user_register",status="2xx"}')).toBe(1);
  expect(getValue('fws_http_request_duration_seconds_count{route="/api/user_register"}')).toBe(1);
  expect(getValue('fws_tasks_total{task="send_otp",outcome="done"}')).toBe(1);
  expect(getValue('fws_messages_total{channel="sms",outcome="sent"}')).toBe(1);
  expect(
    getValue('fws_provider_requests_total{provider="msg91",operation="POST api/flow",outcome="ok"}'),
  ).toBe(1);
  expect(getValue('fws_provider_circuit_open{provider="msg91"}')).toBe(0);
  expect(getValue('fws_database_up')).toBe(1);
  // The test has a pool of its own in this process.
  expect(getValue('fws_database_connections_max{pool="fws"}')).toBe(2 * 16);
  expect(getValue('fws_database_connections_waiting{pool="fws"}')).toBe(0);
  expect(getValue('fws_database_connections{pool="fws",state="idle"}')).toBeGreaterThan(0);
  expect(getValue('fws_outbox_rows')).toBe(0);
  expect(getValue('fws_outbox_oldest_seconds')).toBe(0);
  expect(getValue('fws_event_streams')).toBe(0);
});

test('serves and shuts down as usual while the collector does not answer, and says so once in the log', async () => {
  const lines: string[] = [];
  const deaf = await startWorld({
    worker: false,
    log: createLog((line) => lines.push(line)),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    },
  });
  onTestFinished(() => deaf.close());
  const response = await deaf.guest.post('user_register', buildRegistrationForm({}));
  expect(response.httpStatus).toBe(200);
  const warnings = () => lines.filter((line) => line.includes('the collector takes no traces'));
  await waitFor('the warning', async () => warnings().length > 0);
  expect((await deaf.guest.post('user_login', { username: 'x', password: 'y' })).httpStatus).toBeLessThan(
    500,
  );
  const startedAt = performance.now();
  await deaf.stopServer();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(warnings()).toHaveLength(1);
  expect(getWorkContext()).toBeUndefined();
});
