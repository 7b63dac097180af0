import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { getRouteName, isForMachines } from './http/route-name.ts';

const MINUTES = 15;
const MINUTE_MS = 60_000;
const BOUNDS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Each owner of metrics has its own registry; prom-client's global one would mix them. */
export type MetricsRegistry = Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>;

export function createRegistry(): MetricsRegistry {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

/** What the modules of this process count or measure. Each registers its metrics once, when it is loaded. */
export const processMetrics = createRegistry();

/** Adds a gauge of this process whose values are read at each scrape. */
export function reportGauge<Label extends string>({
  name,
  help,
  labelNames = [],
  read,
}: {
  name: string;
  help: string;
  labelNames?: Label[];
  read: (gauge: Gauge<Label>) => void | Promise<void>;
}): void {
  const gauge: Gauge<Label> = new Gauge({
    name,
    help,
    labelNames,
    registers: [processMetrics],
    collect: () => read(gauge),
  });
}

interface Minute {
  minute: number;
  count: number;
  failed: number;
  totalMs: number;
}

/** Statistics of this process's answers: since its start, and per minute for the last fifteen minutes. */
export class Traffic {
  readonly registry = createRegistry();
  readonly requests = new Counter({
    name: 'fws_http_requests',
    help: 'Requests answered by this process, by route and class of status',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'fws_http_request_duration_seconds',
    help: 'Response time of this process, by route',
    labelNames: ['route'],
    buckets: BOUNDS_SECONDS,
    registers: [this.registry],
  });
  #minutes: Minute[] = [];

  record(route: string, status: number, tookMs: number, now: Date): void {
    this.requests.inc({ route, status: `${Math.floor(status / 100)}xx` });
    this.#durations.observe({ route }, tookMs / 1000);
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
}

export function countTraffic(app: FastifyInstance, traffic: Traffic, now: () => Date): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isForMachines(request))
      traffic.record(getRouteName(request), reply.statusCode, reply.elapsedTime, now());
    done();
  });
}

/**
 * Formats metrics as OpenMetrics 1.0 text. Adds two things that the format asks for and prom-client leaves out: the unit
 * at the end of a metric's name as a line of its own, and escaped quotes in HELP.
 */
export async function formatOpenMetrics(
  registries: readonly (MetricsRegistry | Promise<MetricsRegistry>)[],
): Promise<string> {
  const texts = await Promise.all(registries.map(async (registry) => (await registry).metrics()));
  const lines = texts.flatMap((text) => text.replace(/# EOF\n$/, '').match(/.+/g) ?? []);
  return `${[...lines.flatMap(completeDescriptor), '# EOF'].join('\n')}\n`;
}

function completeDescriptor(line: string): string[] {
  if (line.startsWith('# HELP ')) return [line.replaceAll('"', String.raw`\"`)];
  const [, name, unit] = /^# TYPE (\S+_(seconds|bytes)) /.exec(line) ?? [];
  return name && unit ? [line, `# UNIT ${name} ${unit}`] : [line];
}

/** The statistics of this process. */
export const traffic = new Traffic();
