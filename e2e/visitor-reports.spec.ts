import { openAdminPage, openCase } from './support/admin.ts';
import { expect, expectAccessible, expectWellDrawn, test } from './support/fixtures.ts';
import { callApi } from './support/api.ts';

test('a visitor reports a job from its public page', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Vikas' });
  const title = 'Tune eleven harmoniums';
  const id = await product.ask<number>({ do: 'post', poster, values: { title } });
  const { number } = await callApi<{ number: string }>(product, poster, 'job_detail', { jobId: String(id) });
  const page = await open('phone', { expected: /401/ });
  await page.goto(`/j/${number}`);
  await page.getByRole('link', { name: 'Report this job' }).click();
  await expect(page).toHaveURL(`/report?type=job&id=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Report this job' })).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('radio', { name: /Not a real job or person/ }).check();
  await page.getByLabel('E-mail for our answer').fill('pooja@');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Please enter an e-mail address like name@example.in').last()).toBeVisible();
  await page.getByLabel('E-mail for our answer').fill('pooja@mail.example');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('status')).toContainText(/Your report is R-\d{4,}/);
  await expect(page.getByText('The answer goes to pooja@mail.example.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your reports' })).toHaveCount(0);
  await expectWellDrawn(page);

  const { page: admin } = await openAdminPage({ open, person, product }, 'support', 'Nandini');
  await openCase(admin, 'report', title);
  await expect(admin.locator('.c-a')).toContainText('Visitor, not logged in');
  await expect(admin.locator('.snap')).toHaveCount(1);
  await expect(admin.locator('.snap')).toContainText('Unchanged since');
  // The copy stays as it was when the poster changes the job.
  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto(`/postjob?job=${id}`);
  await posterPage.getByLabel('Job title').fill('Tune eleven pianos');
  await posterPage.getByRole('button', { name: 'Save' }).click();
  await expect(posterPage).toHaveURL(`/requestlist/${id}`);
  await admin.reload();
  await expect(admin.locator('.snap').first().locator('mark')).toHaveText('harmoniums');
  await expect(admin.locator('.snap').last().locator('mark')).toHaveText('pianos');
  await expectAccessible(admin);
  await admin.getByRole('radio', { name: /Leave it/ }).check();
  await admin.getByRole('button', { name: 'Leave it' }).click();
  await expect(admin.getByText('Left as it is by Nandini Rao')).toBeVisible();
  await expect(async () => {
    const outbox = await fetch(
      `${product.sandboxUrl}/outbox.json?to=${encodeURIComponent('pooja@mail.example')}`,
    );
    expect(await outbox.text()).toContain('breaks no rule');
  }).toPass({ timeout: 30_000 });
});

test('a visitor reports a worker and a review from the public page', async ({ open, person, product }) => {
  const poster = await person({ firstName: 'Rohan' });
  const worker = await person({ firstName: 'Asha', identity: 'verified' });
  await callApi(product, worker, 'set_public_page', { isPublic: 'true' });
  await product.ask({ do: 'earn', sides: { poster, worker, rupees: '500' } });
  const { items } = await callApi<{ items: { jobId: number }[] }>(product, poster, 'awarded_projects', {});
  const rating = { aboutId: String(worker.id), points: '1', jobId: String(items[0]?.jobId) };
  await callApi(product, poster, 'leave_rating', { ...rating, comment: 'Never came' });
  // The second of the two opens both.
  await callApi(product, worker, 'leave_rating', { ...rating, aboutId: String(poster.id), comment: '' });
  const page = await open('phone', { expected: /401/ });
  const reportAs = async (link: string, heading: string, reason: RegExp) => {
    await page.goto(`/w/asha-${worker.id}`);
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.getByRole('radio', { name: reason }).check();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('status')).toContainText(/Your report is R-\d{4,}/);
  };
  await reportAs('Report this person', 'Report this person', /Not a real job or person/);
  await reportAs('Report the review of Rohan', 'Report this review', /The review is not true/);
});

test('a report page that names nothing, or nothing that is there, says so', async ({ open }) => {
  const page = await open('phone', { expected: /401|404/ });
  await page.goto('/report');
  await expect(page.getByRole('heading', { name: 'There is nothing to report here' })).toBeVisible();
  await page.goto('/report?type=job&id=999999');
  await page.getByRole('radio', { name: /Something else/ }).check();
  await page.getByLabel('What happened').fill('It is gone');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('This is not available any more, so it cannot be reported')).toBeVisible();
  await expect(page.getByLabel('What happened')).toHaveValue('It is gone');
});
