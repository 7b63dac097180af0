import { availableParallelism, loadavg } from 'node:os';
import type { DemoContract } from '../../scripts/demo/contracts.ts';
import { demoFinished } from '../../scripts/demo/finished.ts';
import { demoChange, demoQuotes } from '../../scripts/demo/negotiations.ts';
import { demoVisits } from '../../scripts/demo/visits.ts';
import { runProgram } from '../../scripts/program.ts';
import { step } from '../../scripts/steps.ts';
import { buildWeb } from '../../scripts/web-build.ts';
import { getWebDist } from '../../scripts/web-dist.ts';
import { openBrowser, signIn, type Browser } from './budgets/browser.ts';
import { weighPage, weighPrecache, weighStep } from './budgets/bytes.ts';
import { provideDatabase, readOptions } from './options.ts';
import { startProduct, type Product } from './budgets/product.ts';
import { experienceScreen } from './budgets/screens.ts';
import { measureSpeed } from './budgets/speed.ts';
import { formatRow, type Row } from './budgets/table.ts';

// Are the first pages within their budgets for size and speed? Bytes are response bodies as transferred, with an empty
// cache. The landing page's fonts are its own and count towards it; the app's fonts are shared by all screens, cached
// for a year and shown separately.

type Budget = { script: number; total: number; lcpSimulated: number; lcpApplied: number };

const KB = 1000;
const LANDING: Budget = { script: 1 * KB, total: 60 * KB, lcpSimulated: 1200, lcpApplied: 1800 };
// With the search box and its chips, whose panel and dialogs are loaded when they open, and with the start of what works
// without a network.
const JOBS_LIST: Budget = { script: 92 * KB, total: 108 * KB, lcpSimulated: 1800, lcpApplied: 2200 };
const TBT_MS = 100;
const CLS = 0.02;
const MORE_PER_SCREEN = 45 * KB;
/** All that the service worker keeps. While a device saves data, only the shell of the app. */
const PRECACHE = 1000 * KB;
/** A screen with an empty cache, and its slowest reaction. */
const SCREEN = { lcpMs: 3000, inpMs: 200, cls: 0.1 };
const POSTER_SCREENS = [
  '/postjob',
  '/mycontracts',
  '/notifications',
  '/notificationSettings',
  '/payment',
  '/connect',
  '/business',
  '/profile',
  '/profileEdit',
  '/security',
  '/reliability',
];
const WORKER_SCREENS = [
  '/myquotes',
  '/myquotes?tab=invitations',
  '/myjobs',
  '/disputes',
  '/payment',
  '/withdraw',
  '/addbank',
  '/addUPI',
  '/ekycEdit',
];
const GUEST_SCREENS = ['/login', '/register', '/about', '/terms-and-conditions'];
const FURTHER_SCREENS = [
  '/postjob',
  '/mycontracts',
  '/myquotes',
  '/notifications',
  '/notificationSettings',
  '/profile',
];

// npm run bench:budgets -- [--runs N of each measurement of times] [--bytes-only] [--landing-only]
//   [--screens-only] [--screen BEGINNINGS of paths, with commas between them] [--http1: without the proxy that speaks HTTP/2]
//   [--explain: what the largest paint of each screen waited for]
const options = readOptions(process.argv.slice(2), {
  runs: 3,
  'bytes-only': false,
  'landing-only': false,
  'screens-only': false,
  screen: '/',
  http1: false,
  explain: false,
});

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

async function checkPrecache(): Promise<void> {
  const { shell, rest, later } = await weighPrecache(getWebDist(process.cwd()));
  const measured = shell + rest + later;
  show({ name: 'Worker: all that it keeps', unit: 'KB', measured, budget: PRECACHE });
  show({ name: 'Worker: the shell alone', unit: 'KB', measured: shell, budget: undefined });
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

/** The first link of a page to an address that begins like this. */
async function findLink(from: string, beginning: string, { context }: Browser): Promise<string> {
  const page = await context.newPage();
  await page.goto(from);
  const path = await page.locator(`main a[href^="${beginning}"]`).first().getAttribute('href');
  await page.close();
  if (path === null) throw new Error(`${from} has no link to ${beginning}`);
  return path.replace(/[?#].*/, '');
}

/** Pages for everybody, without a session. */
async function checkPublicPages(product: Product, browser: Browser): Promise<void> {
  const { url } = product;
  const list = `${url}/work`;
  await checkBytes('Public jobs', list, browser, LANDING, true);
  const publicJob = url + (await findLink(list, '/j/', browser));
  await checkBytes('Public job', publicJob, browser, LANDING, true);
  await checkSpeed('Public job', publicJob, browser, LANDING);
  const publicWorker = url + (await product.openPage('imran'));
  await checkBytes('Public worker', publicWorker, browser, LANDING, true);
  await checkSpeed('Public worker', publicWorker, browser, LANDING);
}

async function checkApp(product: Product, browser: Browser): Promise<void> {
  const home = `${product.url}/`;
  if (!options['screens-only']) await checkPublicPages(product, browser);
  await signIn(browser, product, 'meera');
  if (options['screens-only']) return checkScreens(product, browser);
  await checkBytes('Jobs list', home, browser, JOBS_LIST, false);
  await checkSpeed('Jobs list', home, browser, JOBS_LIST);
  const job = await findLink(home, '/job/', browser);
  await checkSteps(home, [job, ...FURTHER_SCREENS], browser);
  await checkSpeed('Job detail', product.url + job, browser, JOBS_LIST);
  await checkScreens(product, browser);
}

const findJobIds = (product: Product, demo: readonly { contract: DemoContract }[]) =>
  Promise.all(demo.map(({ contract }) => product.findJobId(contract.job.title)));

/** Every other screen, as somebody on a slow phone sees it who opens it first. */
async function checkScreens(product: Product, browser: Browser): Promise<void> {
  if (options['bytes-only']) return;
  const { url } = product;
  const check = async (paths: readonly string[]) => {
    for (const path of paths)
      if (options.screen.split(',').some((beginning) => path.startsWith(beginning)))
        await checkExperience(path, url, browser);
  };
  const requests = await findLink(url + '/mycontracts', '/requestlist/', browser);
  const contract = await findLink(`${url}/mycontracts?tab=awarded`, '/awardedjob/', browser);
  const [visit, claim] = await findJobIds(product, demoVisits);
  const [reviewed, unreviewed] = await findJobIds(product, demoFinished);
  const change = await product.findJobId(demoChange.job);
  await check([
    ...POSTER_SCREENS,
    requests,
    contract,
    `/requestlist/${await product.findJobId(demoQuotes.job)}`,
    `/visit/${visit}`,
    `/awardedjob/${claim}`,
    `/reviews/${reviewed}`,
    `/reviews/${unreviewed}`,
    `/reliability/${reviewed}`,
    `/planchange/${change}`,
  ]);
  await signIn(browser, product, 'imran');
  const work = await findLink(url + '/myjobs', '/myjobsdetail/', browser);
  const quote = await findLink(`${url}/myquotes`, '/myquote/', browser);
  await check([...WORKER_SCREENS, work, quote, `/visit/${visit}`, `/planchange/${change}`]);
  await browser.context.clearCookies();
  await check(GUEST_SCREENS);
}

async function checkExperience(path: string, url: string, browser: Browser): Promise<void> {
  const { lcpMs, inpMs, cls, explanation } = await experienceScreen(
    browser.context,
    url + path,
    options.runs,
  );
  const name = path.replace(/\d+/g, 'N');
  show({ name: `${name}: LCP, applied`, unit: 's', measured: lcpMs, budget: SCREEN.lcpMs });
  show({ name: `${name}: INP, applied`, unit: 'ms', measured: inpMs, budget: SCREEN.inpMs });
  show({ name: `${name}: CLS, applied`, unit: '', measured: cls, budget: SCREEN.cls });
  if (options.explain) console.log(explanation);
}

await runProgram(async (life) => {
  await provideDatabase(life);
  await step('Web app', () => buildWeb(process.cwd()));
  const product = await step('Product', () => startProduct({ isBehindHttp2: !options.http1 }));
  life.onEnd(() => product.close());
  const browser = await openBrowser(product);
  life.onEnd(() => browser.close());
  const home = `${product.url}/`;
  // Timings are unreliable on a busy machine.
  console.log(`${loadavg()[0]?.toFixed(1)} processes want the ${availableParallelism()} cores.`);

  if (!options['screens-only']) {
    await checkBytes('Landing', home, browser, LANDING, true);
    await checkSpeed('Landing', home, browser, LANDING);
  }
  if (!options['landing-only']) {
    if (!options['screens-only']) await checkPrecache();
    await checkApp(product, browser);
  }

  console.log(failed === 0 ? 'All within budget.' : `${failed} over budget.`);
  return failed === 0 ? 0 : 1;
});
