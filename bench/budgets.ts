import { availableParallelism, loadavg } from 'node:os';
import { runProgram } from '../scripts/program.ts';
import { step } from '../scripts/steps.ts';
import { buildWeb } from '../scripts/web-build.ts';
import { openBrowser, signIn, type Browser } from './budgets/browser.ts';
import { weighPage, weighStep } from './budgets/bytes.ts';
import { provideDatabase, readOptions } from './options.ts';
import { startProduct, type Product } from './budgets/product.ts';
import { measureSpeed } from './budgets/speed.ts';
import { formatRow, type Row } from './budgets/table.ts';

// Are the first pages within their budgets for size and speed? Bytes are response bodies as transferred, with an empty
// cache. The landing page's fonts are its own and count towards it; the app's fonts are shared by all screens, cached
// for a year and shown separately.

type Budget = { script: number; total: number; lcpSimulated: number; lcpApplied: number };

const KB = 1000;
const LANDING: Budget = { script: 1 * KB, total: 60 * KB, lcpSimulated: 1200, lcpApplied: 1800 };
// With the search box and its chips, whose panel and dialogs are loaded when they open.
const JOBS_LIST: Budget = { script: 90 * KB, total: 106 * KB, lcpSimulated: 1800, lcpApplied: 2200 };
const TBT_MS = 100;
const CLS = 0.02;
const MORE_PER_SCREEN = 45 * KB;
const FURTHER_SCREENS = ['/postjob', '/mycontracts', '/myquotes', '/notifications', '/profile'];

// npm run bench:budgets -- [--runs N of each measurement of times] [--bytes-only] [--landing-only]
const options = readOptions(process.argv.slice(2), { runs: 3, 'bytes-only': false, 'landing-only': false });

let failed = 0;

function show(row: Row): void {
  console.log(formatRow(row));
  if (row.budget !== undefined && row.measured > row.budget) failed += 1;
}

async function checkBytes(name: string, url: string, browser: Browser, budget: Budget, ownFonts: boolean) {
  const { script, fonts, other } = await weighPage(browser.context, url);
  show({ name: `${name}: script`, unit: 'KB', measured: script, budget: budget.script });
  if (ownFonts)
    show({ name: `${name}: in all`, unit: 'KB', measured: script + other + fonts, budget: budget.total });
  else {
    show({ name: `${name}: in all but fonts`, unit: 'KB', measured: script + other, budget: budget.total });
    show({ name: `${name}: fonts`, unit: 'KB', measured: fonts, budget: undefined });
  }
}

async function checkSpeed(name: string, url: string, browser: Browser, budget: Budget) {
  if (options['bytes-only']) return;
  for (const throttling of ['simulate', 'devtools'] as const) {
    const { runs } = options;
    const { lcpMs, tbtMs, cls } = await measureSpeed(url, { port: browser.port, throttling, runs });
    const applied = throttling === 'devtools';
    const how = applied ? 'applied' : 'simulated';
    const lcpBudget = applied ? budget.lcpApplied : budget.lcpSimulated;
    show({ name: `${name}: LCP, ${how}`, unit: 's', measured: lcpMs, budget: lcpBudget });
    show({ name: `${name}: TBT, ${how}`, unit: 'ms', measured: tbtMs, budget: TBT_MS });
    show({ name: `${name}: CLS, ${how}`, unit: '', measured: cls, budget: CLS });
  }
}

async function checkSteps(home: string, paths: readonly string[], browser: Browser) {
  for (const path of paths) {
    const { script, other } = await weighStep(browser.context, home, path);
    show({
      name: `${path}: more than the jobs list`,
      unit: 'KB',
      measured: script + other,
      budget: MORE_PER_SCREEN,
    });
  }
}

/** The path of the first job in the list. */
async function findFirstJob(home: string, { context }: Browser): Promise<string> {
  const page = await context.newPage();
  await page.goto(home);
  const path = await page.locator('article h2 a').first().getAttribute('href');
  await page.close();
  if (path === null) throw new Error('the jobs list is empty');
  return path;
}

async function checkApp(product: Product, browser: Browser): Promise<void> {
  const home = `${product.url}/`;
  await signIn(browser, product);
  await checkBytes('Jobs list', home, browser, JOBS_LIST, false);
  await checkSpeed('Jobs list', home, browser, JOBS_LIST);
  const job = await findFirstJob(home, browser);
  await checkSteps(home, [job, ...FURTHER_SCREENS], browser);
  await checkSpeed('Job detail', product.url + job, browser, JOBS_LIST);
}

await runProgram(async (life) => {
  await provideDatabase(life);
  await step('Web app', () => buildWeb(process.cwd()));
  const product = await step('Product', startProduct);
  life.onEnd(() => product.close());
  const browser = await openBrowser();
  life.onEnd(() => browser.close());
  const home = `${product.url}/`;
  // Timings are unreliable on a busy machine.
  console.log(`${loadavg()[0]?.toFixed(1)} processes want the ${availableParallelism()} cores.`);

  await checkBytes('Landing', home, browser, LANDING, true);
  await checkSpeed('Landing', home, browser, LANDING);
  if (!options['landing-only']) await checkApp(product, browser);

  console.log(failed === 0 ? 'All within budget.' : `${failed} over budget.`);
  return failed === 0 ? 0 : 1;
});
