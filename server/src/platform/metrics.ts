import type { FastifyInstance } from 'fastify';

const MINUTES = 15;
const MINUTE_MS = 60_000;
const BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

interface Minute {
  minute: number;
  count: number;
  failed: number;
  totalMs: number;
}

/** Statistics of this process's answers: since its start, and per minute for the last fifteen minutes. */
export class Traffic {
  readonly byStatus = new Map<string, number>();
  readonly #slower: number[] = BOUNDS_MS.map(() => 0);
  #minutes: Minute[] = [];
  #count = 0;
  #totalMs = 0;

  record(status: number, tookMs: number, now: Date): void {
    const statusClass = `${Math.floor(status / 100)}xx`;
    this.byStatus.set(statusClass, (this.byStatus.get(statusClass) ?? 0) + 1);
    this.#count += 1;
    this.#totalMs += tookMs;
    for (const [at, bound] of BOUNDS_MS.entries())
      if (tookMs <= bound) this.#slower[at] = (this.#slower[at] ?? 0) + 1;
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    let last = this.#minutes.at(-1);
    if (last?.minute !== minute) {
      last = { minute, count: 0, failed: 0, totalMs: 0 };
      this.#minutes = [...this.#minutes.slice(1 - MINUTES), last];
    }
    last.count += 1;
    last.totalMs += tookMs;
    if (status >= 500) last.failed += 1;
  }

  summarizeRecent(now: Date): { minutes: number; count: number; failed: number; meanMs: number | null } {
    const since = Math.floor(now.getTime() / MINUTE_MS) - MINUTES;
    const sum = { count: 0, failed: 0, totalMs: 0 };
    for (const entry of this.#minutes.filter(({ minute }) => minute > since)) {
      sum.count += entry.count;
      sum.failed += entry.failed;
      sum.totalMs += entry.totalMs;
    }
    const { count, failed, totalMs } = sum;
    return { minutes: MINUTES, count, failed, meanMs: count === 0 ? null : Math.round(totalMs / count) };
  }

  /** In OpenMetrics histogram format: each bucket counts all answers up to its bound. */
  listDurations(): Sample[] {
    return [
      ...BOUNDS_MS.map((bound, at) => ({
        suffix: '_bucket',
        labels: { le: String(bound / 1000) },
        value: this.#slower[at] ?? 0,
      })),
      { suffix: '_bucket', labels: { le: '+Inf' }, value: this.#count },
      { suffix: '_count', value: this.#count },
      { suffix: '_sum', value: this.#totalMs / 1000 },
    ];
  }
}

/** Polled by machines many times a minute; not user traffic. */
const NOT_COUNTED = new Set(['/healthz', '/readyz', '/metrics']);

export function countTraffic(app: FastifyInstance, traffic: Traffic, now: () => Date): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!NOT_COUNTED.has(request.routeOptions.url ?? ''))
      traffic.record(reply.statusCode, reply.elapsedTime, now());
    done();
  });
}

interface Sample {
  suffix?: string;
  labels?: Record<string, string>;
  value: number;
}
export interface Metric {
  name: string;
  help: string;
  type: 'gauge' | 'counter' | 'histogram';
  unit?: 'seconds' | 'bytes';
  samples: readonly Sample[];
}

export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The OpenMetrics 1.0 text format, as Prometheus reads it. */
export function formatOpenMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, unit, samples }) => [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escapeText(help)}`,
    ...samples.map(({ suffix = type === 'counter' ? '_total' : '', labels = {}, value }) => {
      const set = Object.entries(labels).map(([label, text]) => `${label}="${escapeText(text)}"`);
      return `${name}${suffix}${set.length === 0 ? '' : `{${set.join(',')}}`} ${value}`;
    }),
  ]);
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

const escapeText = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);

/** The statistics of this process. */
export const traffic = new Traffic();
