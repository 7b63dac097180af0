import { callApi } from './support/api.ts';
import { expect, expectWellDrawn, openInApp, test } from './support/fixtures.ts';

test('a worker asks before quoting, and the poster answers for everybody without their name', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const values = { title: 'Two wardrobes', location: 'Baner, Pune' };
  const id = await product.ask<number>({ do: 'post', poster, values });

  const workerPage = await open('phone', { as: worker, locale: 'hi' });
  await workerPage.goto(`/job/${id}`);
  const field = workerPage.getByLabel(/^Meera .* से पूछें/);
  await workerPage.getByRole('button', { name: 'पूछें' }).click();
  await expect(workerPage.getByText('कृपया कुछ लिखें')).toBeVisible();
  await field.fill('कौन सी मंज़िल है?');
  await workerPage.reload();
  await expect(field).toHaveValue('कौन सी मंज़िल है?');
  await workerPage.getByRole('button', { name: 'पूछें' }).click();
  await expect(workerPage.getByRole('listitem').filter({ hasText: 'आपका सवाल' })).toContainText(
    'कौन सी मंज़िल है?',
  );
  await expect(field).toHaveValue('');
  await expectWellDrawn(workerPage);

  const posterPage = await open('desktop', { as: poster });
  await posterPage.goto('/messages');
  await posterPage.getByRole('link', { name: /^Imran/ }).click();
  await expect(posterPage.getByRole('log')).toContainText('कौन सी मंज़िल है?');
  await expectWellDrawn(posterPage);
  await posterPage.goto(`/requestlist/${id}`);
  const question = posterPage.getByRole('listitem').filter({ hasText: 'Asked by Imran' });
  await question.getByLabel(/^Answer Imran/).fill('The third. The lift takes 2.1 m');
  await question.getByRole('checkbox', { name: 'Show question and answer on the job' }).check();
  await expectWellDrawn(posterPage);
  await question.getByRole('button', { name: 'Answer' }).click();
  await expect(posterPage.getByText('Answered on')).toBeVisible();

  await expect(workerPage.getByText('The third. The lift takes 2.1 m')).toBeVisible();
  const { number } = await callApi<{ number: string }>(product, worker, 'job_detail', { jobId: String(id) });
  const visitor = await open('phone');
  await visitor.goto(`/j/${number}/two-wardrobes`);
  await expect(visitor.getByText('The third. The lift takes 2.1 m')).toBeVisible();
  await expect(visitor.getByText('Imran')).toHaveCount(0);
  await expect(visitor.getByRole('link', { name: 'Login to ask' })).toBeVisible();
  await expectWellDrawn(visitor);

  await posterPage.getByRole('button', { name: 'Stop showing it on the job' }).click();
  await expect(posterPage.getByText('Answered on')).toHaveCount(0);
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByText('The third.')).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test('the poster answers one person in the conversation, where the worker asks on', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran' });
  const id = await product.ask<number>({ do: 'post', poster, values: { title: 'Two wardrobes' } });
  for (const text of ['Which floor is it?', 'Is there a lift?', 'Who brings the boards?'])
    await callApi(product, worker, 'ask_question', { jobId: String(id), text });

  const workerPage = await open('phone', { as: worker });
  await workerPage.goto(`/messages/${id}-${poster.id}`);
  await expect(workerPage.getByText('Three of your questions wait for an answer.')).toBeVisible();
  await expectWellDrawn(workerPage);

  const posterPage = await open('phone', { as: poster });
  await posterPage.goto(`/messages/${id}-${worker.id}`);
  await posterPage.getByLabel(/^Answer Imran/).fill('The third');
  await expectWellDrawn(posterPage);
  await posterPage.getByRole('button', { name: 'Answer' }).click();
  await expect(posterPage.getByRole('log')).toContainText('The third');
  await expect(posterPage.getByLabel(/^Answer Imran/)).toHaveValue('');

  await expect(workerPage.getByRole('log')).toContainText('The third');
  await workerPage.getByLabel(/^Ask Meera/).fill('May I come on Sunday?');
  await workerPage.getByRole('button', { name: 'Ask' }).click();
  await expect(posterPage.getByRole('log')).toContainText('May I come on Sunday?');
});

test('questions that could not be loaded are asked for again, and the job is there meanwhile', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const id = await product.ask<number>({ do: 'post', poster, values: { title: 'Two wardrobes' } });
  const page = await open('phone', { as: await person(), expected: /^500 \/api\/question_list$/ });
  await page.goto('/profile');
  await page.route('**/api/question_list', (route) => route.fulfill({ status: 500, body: '<html>' }));
  // The page of its own address would come with the questions.
  await openInApp(page, `/job/${id}`);
  await expect(page.getByLabel('Your quote')).toBeVisible();
  const questions = page.locator('section', {
    has: page.getByRole('heading', { name: 'Questions', level: 2 }),
  });
  await expect(questions.getByText('Something went wrong. Please try again in a minute')).toBeVisible();
  await expectWellDrawn(page);
  await page.unroute('**/api/question_list');
  await questions.getByRole('button', { name: 'Try again' }).click();
  await expect(questions.getByLabel('Ask Meera')).toBeEnabled();
});
