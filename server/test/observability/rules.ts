import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const ALERTS = 'deploy/prometheus/alerts.yml';
const DASHBOARDS = 'deploy/grafana';

export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export const readYaml = (file: string): unknown => parse(readFileSync(file, 'utf8'));

export const readAlerts = (): AlertRule[] =>
  (readYaml(ALERTS) as { groups: { rules: AlertRule[] }[] }).groups.flatMap(({ rules }) => rules);

export interface Dashboard {
  file: string;
  title: string;
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

export const readDashboards = (): Dashboard[] =>
  readdirSync(DASHBOARDS).map((file) => ({
    file,
    ...(JSON.parse(readFileSync(`${DASHBOARDS}/${file}`, 'utf8')) as Omit<Dashboard, 'file'>),
  }));

const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'on', 'without', 'ignoring']);

/** The metrics that an expression in Prometheus's language reads. */
export function listMetrics(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const names = bare.match(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/gi) ?? [];
  return [...new Set(names.filter((name) => !KEYWORDS.has(name)))];
}

/** The names of a scrape's samples, also of metrics without any yet. */
export function listExposedNames(openMetrics: string): Set<string> {
  const suffixes: Record<string, string[]> = {
    counter: ['_total'],
    histogram: ['_bucket', '_sum', '_count'],
    gauge: [''],
  };
  return new Set(
    Array.from(openMetrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)).flatMap(([, name = '', type = '']) =>
      (suffixes[type] ?? ['']).map((suffix) => name + suffix),
    ),
  );
}

export const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** Throws with promtool's explanation. */
export const runPromtool = (args: readonly string[], folder: string): string =>
  execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
