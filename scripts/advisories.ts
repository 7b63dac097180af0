import { execFile } from 'node:child_process';

/** Known advisories for the packages that production installs. */
export interface Advisories {
  /** `unknown`: the registry does not support it, or could not be reached. */
  status: 'clean' | 'found' | 'unknown';
  /** Sentences for people. */
  lines: string[];
}

const WITHIN_MS = 10_000;
const GRAVE = new Set(['high', 'critical']);

interface Report {
  message?: string;
  error?: { summary?: string };
  vulnerabilities?: Record<string, Vulnerability>;
  metadata?: { dependencies?: { prod?: number } };
}
interface Vulnerability {
  name: string;
  severity: string;
  range: string;
  via: (string | { title?: string; url?: string })[];
}

/** Runs `npm audit` on the production dependencies in package-lock.json. Only grave advisories count as found. */
export async function findAdvisories(env: NodeJS.ProcessEnv): Promise<Advisories> {
  const { stdout, stderr } = await runNpmAudit(env);
  const report = parse(stdout);
  if (!report?.vulnerabilities) {
    const reason =
      report?.message || report?.error?.summary || stderr.trim().split('\n').at(-1) || 'no answer';
    return { status: 'unknown', lines: [`Advisories were not checked: ${reason}`] };
  }
  const vulnerabilities = Object.values(report.vulnerabilities);
  const isGrave = vulnerabilities.some(({ severity }) => GRAVE.has(severity));
  if (vulnerabilities.length > 0)
    return { status: isGrave ? 'found' : 'clean', lines: vulnerabilities.flatMap(describe) };
  const count = report.metadata?.dependencies?.prod ?? 0;
  return { status: 'clean', lines: [`No known advisories for ${count} packages.`] };
}

/** Empty for a package that is affected only through another, which has its own line. */
const describe = ({ name, severity, range, via }: Vulnerability): string[] =>
  via.flatMap((cause) =>
    typeof cause === 'string'
      ? []
      : [`${severity}: ${name} ${range} (${cause.title ?? ''}, ${cause.url ?? ''})`],
  );

function runNpmAudit(env: NodeJS.ProcessEnv): Promise<{ stdout: string; stderr: string }> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${WITHIN_MS}`];
  const options = { env, shell: process.platform === 'win32', maxBuffer: 50_000_000 };
  return new Promise((resolve) => {
    // The exit code adds nothing to the JSON answer, and a failure is an answer too.
    execFile('npm', args, options, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
