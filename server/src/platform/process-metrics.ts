import {
  monitorEventLoopDelay,
  performance,
  type EventLoopUtilization,
  type IntervalHistogram,
} from 'node:perf_hooks';
import { Counter, Gauge } from 'prom-client';
import { createRegistry, type MetricsRegistry } from './metrics.ts';

/** Several scrapers must not take each other's values, so a value lasts for at least this long. */
const PERIOD_MS = 10_000;
const RESOLUTION_MS = 20;

/** Begins with the first scrape: where nobody reads metrics, nothing is measured. */
class EventLoopWatch {
  #histogram: IntervalHistogram | undefined;
  #since = 0;
  #atStart: EventLoopUtilization | undefined;
  #last = { p50: 0, p99: 0, max: 0, utilization: 0 };

  read(): { p50: number; p99: number; max: number; utilization: number } {
    const now = performance.now();
    if (!this.#histogram) {
      this.#histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#histogram.enable();
      this.#since = now;
      this.#atStart = performance.eventLoopUtilization();
      return this.#last;
    }
    if (now - this.#since < PERIOD_MS && this.#last.max > 0) return this.#last;
    // The histogram includes the interval itself.
    const toSeconds = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS) / 1000;
    this.#last = {
      p50: toSeconds(this.#histogram.percentile(50)),
      p99: toSeconds(this.#histogram.percentile(99)),
      max: toSeconds(this.#histogram.max),
      utilization: performance.eventLoopUtilization(this.#atStart).utilization,
    };
    this.#histogram.reset();
    this.#since = now;
    this.#atStart = performance.eventLoopUtilization();
    return this.#last;
  }
}

const eventLoop = new EventLoopWatch();

/** Reads the event loop, processor and memory of this process. */
export function collectProcessMetrics(): MetricsRegistry {
  const registry = createRegistry();
  const createGauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  const { p50, p99, max, utilization } = eventLoop.read();
  const delays = createGauge(
    'fws_event_loop_delay_seconds',
    'How late the event loop of this process ran timers in the last seconds',
    ['quantile'],
  );
  delays.set({ quantile: '0.5' }, p50);
  delays.set({ quantile: '0.99' }, p99);
  delays.set({ quantile: '1' }, max);
  createGauge(
    'fws_event_loop_utilization_ratio',
    'The part of the last seconds in which the event loop of this process was busy',
  ).set(utilization);

  const { user, system } = process.cpuUsage();
  new Counter({
    name: 'fws_process_cpu_seconds',
    help: 'Processor time of this process',
    registers: [registry],
  }).inc((user + system) / 1e6);
  createGauge('fws_process_resident_memory_bytes', 'Memory of this process').set(process.memoryUsage.rss());
  createGauge('fws_process_uptime_seconds', 'How long this process has run').set(
    Math.round(process.uptime()),
  );
  return registry;
}
