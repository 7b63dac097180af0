import type { TracingSettings } from '../../config/tracing.ts';
import type { Log } from '../log.ts';
import { setTracer } from './index.ts';

/** Turns tracing on where it is configured. The returned function sends what is left, within two seconds. */
export async function startTracing(
  settings: TracingSettings | null,
  service: string,
  log: Log,
): Promise<() => Promise<void>> {
  if (settings === null) return async () => {};
  const { createOtlpTracer } = await import('./otlp.ts');
  const { tracer, shutdown } = createOtlpTracer(settings, settings.serviceName ?? service, log);
  setTracer(tracer);
  return async () => {
    setTracer(null);
    await shutdown();
  };
}
