import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Faults } from './faults.ts';

export interface TracingSettings {
  /** Where spans are sent. */
  url: string;
  /** May hold a secret of the collector. */
  headers: Record<string, string>;
  /** Null: by the kind of the process. */
  serviceName: string | null;
  /** Tells the processes of one service apart. */
  instanceId: string;
  ratio: number;
  acceptsProxyTraces: boolean;
  sendEveryMs: number;
  sendWithinMs: number;
}

const HEADER = /^[\w!#$%&'*+.^`|~-]+=[^\r\n]+$/;

/** The names that OpenTelemetry gives these settings. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'it must look like http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(
      (text) => text.split(',').every((header) => HEADER.test(header.trim())),
      'it must be headers such as api-key=…, separated by commas',
    )
    .optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
  OTEL_PROPAGATORS: z.enum(['none', 'tracecontext']).default('none'),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(100).max(30_000).default(5_000),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(100).max(60_000).default(5_000),
};

type TracingEnvironment = {
  [Name in keyof typeof tracingEnvironment]: z.output<(typeof tracingEnvironment)[Name]>;
};

/** Null: nothing is traced. */
export function readTracing(
  env: TracingEnvironment,
  { trustsProxy, faults }: { trustsProxy: boolean; faults: Faults },
): TracingSettings | null {
  const acceptsProxyTraces = env.OTEL_PROPAGATORS === 'tracecontext';
  if (acceptsProxyTraces && !trustsProxy)
    faults.add('OTEL_PROPAGATORS', 'is "tracecontext", which needs a proxy that is trusted (TRUST_PROXY)');
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(
      (env.OTEL_EXPORTER_OTLP_HEADERS?.split(',') ?? []).map((header) => {
        const [name = '', ...value] = header.trim().split('=');
        return [name, value.join('=')];
      }),
    ),
    serviceName: env.OTEL_SERVICE_NAME ?? null,
    instanceId: randomUUID(),
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    acceptsProxyTraces,
    sendEveryMs: env.OTEL_BSP_SCHEDULE_DELAY,
    sendWithinMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
  };
}
