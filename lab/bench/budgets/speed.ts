import lighthouse from 'lighthouse';
import { calculateMedian } from '../median.ts';

export interface Speed {
  lcpMs: number;
  tbtMs: number;
  cls: number;
}

/** `simulate` computes a slow phone from an unthrottled load; `devtools` really throttles the load. */
export type Throttling = 'simulate' | 'devtools';

/** Runs Lighthouse with its slow phone `runs` times and returns the median of each number. */
export async function measureSpeed(
  url: string,
  options: { port: number; throttling: Throttling; runs: number },
): Promise<Speed> {
  const results: Speed[] = [];
  while (results.length < options.runs) results.push(await measureOnce(url, options));
  return {
    lcpMs: calculateMedian(results.map(({ lcpMs }) => lcpMs)),
    tbtMs: calculateMedian(results.map(({ tbtMs }) => tbtMs)),
    cls: calculateMedian(results.map(({ cls }) => cls)),
  };
}

async function measureOnce(
  url: string,
  { port, throttling }: { port: number; throttling: Throttling },
): Promise<Speed> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyAudits: ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'],
    throttlingMethod: throttling,
  });
  const audits = result?.lhr.audits ?? {};
  const getAuditValue = (name: string): number => {
    const audit = audits[name];
    if (audit?.numericValue === undefined) throw new Error(`${url}: ${audit?.errorMessage ?? `no ${name}`}`);
    return audit.numericValue;
  };
  return {
    lcpMs: getAuditValue('largest-contentful-paint'),
    tbtMs: getAuditValue('total-blocking-time'),
    cls: getAuditValue('cumulative-layout-shift'),
  };
}
