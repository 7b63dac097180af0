import {
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../../config/tracing.ts';
import type { Log } from '../log.ts';
import { waitAtMost } from '../wait-at-most.ts';
import type { Span, SpanKind, SpanParent, Tracer } from './index.ts';

const KINDS: Record<SpanKind, OtelKind> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
};

/** Spans that wait for the collector; further ones are dropped. */
const WAITING_MAX = 2_048;
const FLUSH_WITHIN_MS = 2_000;

/** Sends spans to a collector by OTLP over HTTP. Loaded only where tracing is on. */
export function createOtlpTracer(
  settings: TracingSettings,
  serviceName: string,
  log: Log,
): { tracer: Tracer; shutdown: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: settings.sendWithinMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': settings.instanceId,
    }),
    // Chance has decided before a span is started.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(exporter, log),
        maxQueueSize: WAITING_MAX,
        scheduledDelayMillis: settings.sendEveryMs,
        exportTimeoutMillis: settings.sendWithinMs,
      }),
    ],
  });
  const otelTracer = provider.getTracer('fws');
  return {
    tracer: {
      ratio: settings.ratio,
      acceptsProxyTraces: settings.acceptsProxyTraces,
      startSpan: (name, kind, attributes, parent) =>
        wrapSpan(otelTracer.startSpan(name, { kind: KINDS[kind], attributes }, toContext(parent))),
    },
    async shutdown() {
      // A collector that takes nothing has been logged, and must not fail the shutdown.
      await waitAtMost(
        FLUSH_WITHIN_MS,
        provider.shutdown().catch(() => {}),
      );
    },
  };
}

const toContext = (parent: SpanParent | null) =>
  parent === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: TraceFlags.SAMPLED,
      });

function wrapSpan(span: OtelSpan): Span {
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    setAttributes: (attributes) => void span.setAttributes(attributes),
    fail(errorType) {
      span.setAttribute('error.type', errorType);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** Logs that the collector does not take spans, once until it does again. */
function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isFailing)
          log.warn('the collector takes no traces', { reason: result.error?.message ?? 'unknown' });
        if (!failed && isFailing) log.info('the collector takes traces again');
        isFailing = failed;
        onResult(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
