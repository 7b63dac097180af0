import { monitorEventLoopDelay, performance, type IntervalHistogram } from 'node:perf_hooks';
import { Counter } from 'prom-client';
import { reportGauge, processMetrics } from './metrics.ts';

/** Several scrapers must not take each other's values, so a value lasts for at least this long. */
const PERIOD_MS = 10_000;
const RESOLUTION_MS = 20;

/** Begins with the first scrape: where nobody reads metrics, nothing is measured. */
class EventLoopWatch {
  #histogram: IntervalHistogram | undefined;
  #since = 0;
  #atStart = performance.eventLoopUtilization();
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

reportGauge({
  name: 'fws_event_loop_delay_seconds',
  help: 'How late the event loop of this process ran timers in the last seconds',
  labelNames: ['quantile'],
  read(gauge) {
    const { p50, p99, max } = eventLoop.read();
    gauge.set({ quantile: '0.5' }, p50);
    gauge.set({ quantile: '0.99' }, p99);
    gauge.set({ quantile: '1' }, max);
  },
});

reportGauge({
  name: 'fws_event_loop_utilization_ratio',
  help: 'The part of the last seconds in which the event loop of this process was busy',
  read(gauge) {
    gauge.set(eventLoop.read().utilization);
  },
});

const cpuSeconds = new Counter({
  name: 'fws_process_cpu_seconds',
  help: 'Processor time of this process',
  registers: [processMetrics],
  collect() {
    const { user, system } = process.cpuUsage();
    cpuSeconds.reset();
    cpuSeconds.inc((user + system) / 1e6);
  },
});

reportGauge({
  name: 'fws_process_resident_memory_bytes',
  help: 'Memory of this process',
  read(gauge) {
    gauge.set(process.memoryUsage.rss());
  },
});

reportGauge({
  name: 'fws_process_uptime_seconds',
  help: 'How long this process has run',
  read(gauge) {
    gauge.set(Math.round(process.uptime()));
  },
});
