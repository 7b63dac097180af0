import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  hasPromtool,
  listMetrics,
  readAlerts,
  readDashboards,
  readYaml,
  runPromtool,
} from '../server/test/observability/rules.ts';

const FOLDER = 'deploy/prometheus';
const alerts = readAlerts();
const names = alerts.map(({ alert }) => alert);

/** What can be checked without Prometheus, and what its own tool checks where it is installed. */
const CHECKS: [string, () => unknown][] = [
  ['every alert has a name of its own, an expression, a severity and a summary', checkFields],
  ['brackets of every expression are closed', checkBrackets],
  ['every alert is tested, and fires in one of its tests', checkTests],
  ...(hasPromtool()
    ? ([
        ['promtool accepts the rules', () => runPromtool(['check', 'rules', 'alerts.yml'], FOLDER)],
        [
          'promtool’s unit tests of the rules succeed',
          () => runPromtool(['test', 'rules', 'alerts.test.yml'], FOLDER),
        ],
        [
          'promtool accepts the configuration',
          () => runPromtool(['check', 'config', '--syntax-only', 'prometheus.yml'], FOLDER),
        ],
      ] satisfies [string, () => unknown][])
    : []),
];
test.each(CHECKS)('%s', (_, check) => {
  expect(check).not.toThrow();
});

function checkFields(): void {
  expect(new Set(names).size).toBe(names.length);
  for (const { alert, expr, labels, annotations, for: duration = '0m' } of alerts) {
    expect(alert).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(duration, alert).toMatch(/^\d+[smh]$/);
    expect(listMetrics(expr).length, alert).toBeGreaterThan(0);
    expect(['page', 'ticket'], alert).toContain(labels['severity']);
    expect(annotations['summary']?.length, alert).toBeGreaterThan(10);
  }
}

function checkBrackets(): void {
  for (const { alert, expr } of alerts)
    for (const [open, close] of ['()', '{}', '[]'].map((pair) => pair.split('')))
      expect(expr.split(open ?? '').length, alert).toBe(expr.split(close ?? '').length);
}

function checkTests(): void {
  const { tests } = readYaml(`${FOLDER}/alerts.test.yml`) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const fired = tests
    .flatMap(({ alert_rule_test: cases }) => cases)
    .filter(({ exp_alerts: expected }) => expected.length > 0);
  expect(new Set(fired.map(({ alertname }) => alertname))).toEqual(new Set(names));
}

/** What a section says. Where another section has it already, one line links there. */
const SECTION =
  /^- \*\*Means:\*\* .+\n- \*\*People see:\*\* .+\n- \*\*(?:Look at and do:\*\* |Look at:\*\* .+\n- \*\*Do:\*\* ).+\n- \*\*Over:\*\* .+\n$/;

test('the runbook has a section for every alert, in their order, and each alert links to its own', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const sections = [...runbook.matchAll(/^### (.+)\n\n([\s\S]*?)(?=\n#|$(?![\s\S]))/gm)];
  expect(sections.map(([, heading]) => heading)).toEqual(names);
  for (const [, heading, text] of sections) expect(text, heading).toMatch(SECTION);
  for (const { alert, annotations } of alerts)
    expect(annotations['runbook_url']).toMatch(new RegExp(`/docs/runbook\\.md#${alert.toLowerCase()}$`));
});

test('every dashboard has an id and a title of its own, and every panel asks for a metric', () => {
  const dashboards = readDashboards();
  expect(dashboards.map(({ file }) => file)).toEqual([
    'database.json',
    'money.json',
    'queue-and-messages.json',
    'web.json',
  ]);
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  for (const { file, panels } of dashboards)
    for (const { title, targets } of panels)
      for (const { expr } of targets)
        expect(listMetrics(expr).length, `${file}: ${title}`).toBeGreaterThan(0);
});

test.each([
  ['sum by (route) (rate(fws_x_total{status="5xx"}[5m])) > 0.1', ['fws_x_total']],
  ['a == 0 and on (job) max by (job) (b{c=~"d|e"}) == 1', ['a', 'b']],
  ['probe_ssl_earliest_cert_expiry - time() < 14 * 86400', ['probe_ssl_earliest_cert_expiry']],
])('finds the metrics in %s', (expression, metrics) => {
  expect(listMetrics(expression)).toEqual(metrics);
});
