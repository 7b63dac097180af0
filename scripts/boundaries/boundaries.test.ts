import { expect, test } from 'vitest';
import { findViolations, findViolationsAmong } from './index.ts';
import { findCircles } from './circles.ts';
import { listImports, parseImports } from './imports.ts';
import { parseAllowedDomains, readAllowedDomains } from './manifests.ts';

const ROOT = process.cwd();

test('the code respects the boundaries', () => {
  expect(listImports(ROOT).length).toBeGreaterThan(50);
  expect(findViolations(ROOT)).toEqual([]);
});

test('no files import each other in a circle', () => {
  const imports = listImports(ROOT);
  for (const folder of ['contract', 'server', 'web', 'sandbox', 'scripts', 'lab', 'e2e'])
    expect(imports.some(({ file }) => file.startsWith(`${folder}/`))).toBe(true);
  expect(findCircles(imports)).toEqual([]);
});

test('prints the files of a circle, whether they import values or only types', () => {
  const sources = {
    'web/src/a.ts': `import { b } from './b.ts';`,
    'web/src/b.ts': `import { x } from './x.ts';\nimport type { C } from './c.ts';`,
    'web/src/c.ts': `import type { B } from './b.ts';`,
    'web/src/d.ts': `import { d } from './d.ts';`,
    'web/src/x.ts': `import { z } from 'zod/mini';`,
  };
  const imports = Object.entries(sources).flatMap(([file, source]) => parseImports(file, source));
  expect(findCircles(imports)).toEqual([
    expect.stringContaining('web/src/b.ts imports web/src/c.ts imports web/src/b.ts: '),
    expect.stringContaining('web/src/d.ts imports web/src/d.ts: '),
  ]);
});

test('reads what a domain may import from its manifest', () => {
  expect(parseAllowedDomains("  name: 'x',\n  imports: ['jobs', 'profile'],\n")).toEqual(['jobs', 'profile']);
  expect(parseAllowedDomains("  imports: [\n    'jobs',\n    'links',\n  ],\n")).toEqual(['jobs', 'links']);
  expect(parseAllowedDomains('  imports: [],\n')).toEqual([]);
  expect(parseAllowedDomains("  imports: 'all',\n")).toBe('all');
  expect(readAllowedDomains('quotes')).toEqual(['invitations', 'jobs', 'profile', 'reliability']);
  expect(readAllowedDomains('unlisted')).toEqual([]);
});

test('recognizes every form of import', () => {
  const source = [
    `import { a } from './a.ts';`,
    `import type { B } from "../b.ts";`,
    `export * from './c.ts';`,
    `import './d.css';`,
    `const e = await import('./e.ts');`,
    `import {\n  f,\n} from '@fws/contract/platform/money';`,
    `import { z } from 'zod/mini';`,
  ].join('\n');
  expect(parseImports('web/src/app/main.ts', source).map(({ names }) => names)).toEqual([
    ['a'],
    ['B'],
    [],
    [],
    [],
    ['f'],
    ['z'],
  ]);
  expect(parseImports('a.ts', `import d, { type A, b as c } from './b.ts';`)[0]?.names).toEqual(['A', 'b']);
  expect(parseImports('web/src/app/main.ts', source).map(({ target }) => target)).toEqual([
    'web/src/app/a.ts',
    'web/src/b.ts',
    'web/src/app/c.ts',
    'web/src/app/d.css',
    'web/src/app/e.ts',
    'contract/src/platform/money.ts',
    'zod/mini',
  ]);
});

test.each([
  ['server/src/domains/admin/at-scale.ts', 'server/test/plans.ts', 'without its tests'],
  ['contract/src/platform/lifecycle.ts', 'contract/test/describe-lifecycle.ts', 'without its tests'],
  ['sandbox/src/webhooks/send.ts', 'sandbox/src/webhooks/webhooks.test.ts', 'without its tests'],
  ['scripts/start.ts', 'scripts/testing/database.ts', 'without its tests'],
  ['server/src/platform/log.ts', 'vitest', 'without its tests'],
  ['contract/src/jobs/model.ts', 'pg', 'contract/ is pure'],
  ['contract/src/jobs/model.ts', 'server/src/main.ts', 'contract/ is pure'],
  ['web/src/app/main.tsx', 'server/src/main.ts', 'over the wire only'],
  ['server/src/main.ts', 'sandbox/src/main.ts', 'serves any client'],
  ['sandbox/src/main.ts', 'server/src/config/index.ts', 'real wire formats'],
  ['server/src/compose.ts', 'server/src/domains/jobs/service.ts', 'index.ts only'],
  ['server/src/compose.ts', 'server/src/domains/jobs/domain.ts', 'index.ts only'],
  ['server/src/domains/quotes/service.ts', 'server/src/domains/jobs/domain.ts', 'index.ts only'],
  ['web/src/domains/jobs/api.ts', 'web/src/domains/quotes/api.ts', 'index.ts only'],
  ['server/src/domains/jobs/service.ts', 'server/src/domains/quotes/index.ts', 'one direction'],
  ['server/src/domains/escrow/payments/service.ts', 'server/src/domains/contracts/index.ts', 'one direction'],
  ['server/src/domains/unlisted/service.ts', 'server/src/domains/jobs/index.ts', 'one direction'],
  ['server/src/domains/payouts/tasks.ts', 'server/src/adapters/payout/index.ts', 'through ports/'],
  ['server/src/platform/jobs/run.ts', 'server/src/domains/jobs/index.ts', 'so they know none'],
  ['web/src/domains/jobs/screens/JobsList.tsx', 'web/src/app/navigation.ts', 'assembles the domains'],
  ['web/src/ui/Button.tsx', 'web/src/domains/jobs/index.ts', 'knows no domain'],
  ['server/src/domains/jobs/service.ts', 'fastify', 'knows no HTTP'],
  ['server/src/domains/escrow/refunds/store.ts', 'fastify', 'knows no HTTP'],
  ['server/src/domains/payouts/holders/service.ts', '@fastify/multipart', 'knows no HTTP'],
  ['server/src/domains/files/policy.ts', 'server/src/platform/http/route.ts', 'knows no HTTP'],
  ['server/src/domains/enquiries/index.ts', 'server/src/platform/http/plain-page.ts', 'knows no HTTP'],
  ['server/src/domains/kyc/checks/service.ts', 'node:http', 'knows no HTTP'],
  ['lab/prove/storm/run.ts', 'lab/prove/model/world.ts', 'stands alone'],
  ['lab/prove/races.ts', 'lab/prove/storm/run.ts', 'stands alone'],
  ['lab/prove/support/product/observe.ts', 'lab/prove/model/ops-cases.ts', 'stands alone'],
])('%s may not import %s', (file, target, reason) => {
  expect(findViolationsAmong([{ file, target, names: [] }])).toEqual([expect.stringContaining(reason)]);
});

test.each([
  ['server/src/domains/contracts/routes.ts', 'inTx', 'server/src/platform/db/index.ts'],
  ['server/src/domains/admin/health/http.ts', 'inLongTx', 'server/src/platform/db/index.ts'],
  ['server/src/domains/payouts/routes.ts', 'runMoneyCommand', 'server/src/platform/idempotency.ts'],
])('%s may not import %s', (file, name, target) => {
  const violations = findViolationsAmong([{ file, target, names: ['Db', name] }]);
  expect(violations).toEqual([expect.stringContaining('a service opens the transaction')]);
  const service = { file: file.replace(/\w+\.ts$/, 'service.ts'), target, names: ['Db', name] };
  expect(findViolationsAmong([service])).toEqual([]);
});

test('no domain asks whether tables are on several nodes', () => {
  const target = 'server/src/platform/db/nodes.ts';
  const store = { file: 'server/src/domains/jobs/store.ts', target };
  expect(findViolationsAmong([{ ...store, names: ['onNodes', 'isDistributed'] }])).toEqual([
    expect.stringContaining('does not know Citus'),
  ]);
  expect(findViolationsAmong([{ ...store, names: ['onNodes', 'byJob'] }])).toEqual([]);
});

test.each([
  ['contract/src/jobs/model.ts', 'zod/mini'],
  ['server/src/domains/index.ts', 'server/src/domains/jobs/domain.ts'],
  ['contract/src/jobs/model.ts', 'contract/src/platform/money.ts'],
  ['server/src/domains/quotes/service.ts', 'server/src/domains/jobs/index.ts'],
  ['server/src/domains/contracts/cancelling/service.ts', 'server/src/domains/escrow/index.ts'],
  ['server/src/domains/admin/service.ts', 'server/src/domains/ledger/index.ts'],
  ['server/src/domains/jobs/routes.ts', 'fastify'],
  ['server/src/domains/escrow/payments/http.ts', 'server/src/platform/http/caller.ts'],
  ['server/src/domains/identity/sessions/store.ts', 'server/src/platform/caller.ts'],
  ['server/src/domains/files/files.wire.test.ts', 'node:http'],
  ['web/src/domains/jobs/screens/JobsList.tsx', 'web/src/platform/router/paths.ts'],
  ['server/src/adapters/payments/contract.test.ts', 'sandbox/src/main.ts'],
  ['server/src/domains/payouts/service.test.ts', 'server/src/domains/contracts/index.ts'],
  ['lab/prove/model.ts', 'lab/prove/model/run.ts'],
  ['lab/prove/storm/run.ts', 'lab/prove/support/product/product.ts'],
  ['lab/prove/races/run.ts', 'server/test/world.ts'],
  ['scripts/test.ts', 'server/test/coverage/gaps.ts'],
  ['lab/bench/release.ts', 'server/test/user.ts'],
])('%s may import %s', (file, target) => {
  expect(findViolationsAmong([{ file, target, names: [] }])).toEqual([]);
});
