import { expect, test } from './support/fixtures.ts';

const ANSWERS = {
  en: {
    send: 'Notify me',
    noted: 'Thank you. We have noted your e-mail.',
    bad: 'This is not a valid e-mail.',
  },
  hi: { send: 'मुझे बताएँ', noted: 'धन्यवाद। हमने आपका ई-मेल लिख लिया है।', bad: 'यह ई-मेल सही नहीं है।' },
} as const;

for (const locale of ['en', 'hi'] as const)
  test(`a visitor without scripts leaves an e-mail and gets a confirmation (${locale})`, async ({ open }) => {
    const page = await open('phone', { locale, script: false });
    const { send, noted, bad } = ANSWERS[locale];
    const answer = page.getByRole('status');

    await page.goto('/');
    await expect(answer).toHaveCount(0);

    await page.getByRole('textbox').fill('meera@mail');
    await page.getByRole('button', { name: send }).click();
    await expect(answer).toContainText(bad);

    await page.getByRole('textbox').fill(`${locale}@mail.example`);
    await page.getByRole('button', { name: send }).click();
    await expect(answer).toHaveText(noted);
    await expect(answer).toBeInViewport();
  });
