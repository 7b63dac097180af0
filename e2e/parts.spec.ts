import { paths } from '../web/src/platform/router/paths.ts';
import { expect, test, type Person, type Product } from './support/fixtures.ts';

// What both sides see of an awarded job on a page that was loaded afresh, as it is after every payment.

const NAMES = {
  en: ['Initial', 'After service done', 'After reviewing the entire service'],
  hi: ['शुरुआती भुगतान', 'काम पूरा होने के बाद', 'पूरे काम की जाँच के बाद'],
};

/** A job by the specification's own three parts, the first of which is done and waits for its release. */
async function makeJob(product: Product, sides: { poster: Person; worker: Person }): Promise<number> {
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    ...sides,
    job: { rows: [['', '900']], term: 'terms', fund: [1], request: [1] },
  });
  return jobId;
}

for (const locale of ['en', 'hi'] as const)
  test(`both sides read the names of the standard parts (${locale})`, async ({ open, person, product }) => {
    const poster = await person({ firstName: 'Meera' });
    const worker = await person({ firstName: 'Imran', identity: 'verified' });
    const jobId = await makeJob(product, { poster, worker });
    for (const [as, address] of [
      [poster, paths.awardedJob(jobId)],
      [worker, paths.myJob(jobId)],
    ] as const) {
      const page = await open('phone', { as, locale });
      await page.goto(address);
      for (const name of NAMES[locale])
        await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
    }
  });

test('the release names its part', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const page = await open('phone', { as: poster });
  await page.goto(paths.awardedJob(await makeJob(product, { poster, worker })));
  await page.getByRole('button', { name: 'Release' }).first().click();
  await expect(page.getByRole('dialog').getByText('Milestone 1, Initial')).toBeVisible();
});

test('each side reaches the other by phone', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const jobId = await makeJob(product, { poster, worker });
  for (const [as, other, address] of [
    [poster, worker, paths.awardedJob(jobId)],
    [worker, poster, paths.myJob(jobId)],
  ] as const) {
    const page = await open('phone', { as });
    await page.goto(address);
    const link = page.getByRole('link', { name: `Call ${other.firstName}` });
    await expect(link).toHaveAttribute('href', `tel:${other.mobile}`);
    // The browser opens the phone only when the app leaves the press to it. There is no phone here.
    const pressed = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const note = (event: Event) => {
            resolve(event.defaultPrevented);
            event.preventDefault();
          };
          window.addEventListener('click', note, { once: true });
        }),
    );
    await link.click();
    expect(await pressed, 'the router took the press').toBe(false);
  }
});
