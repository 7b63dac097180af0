import type { Page } from '@playwright/test';

/** Photos as a phone takes them: larger than they are sent. The page draws them. */
export async function takePhotos(page: Page, colours: readonly string[]) {
  const bodies = await page.evaluate(
    (backgrounds) =>
      backgrounds.map((background) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [2400, 1800];
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.fillStyle = background;
        context.fillRect(0, 0, 2400, 1800);
        return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
      }),
    colours,
  );
  return bodies.map((body, index) => ({
    name: `IMG_${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(body, 'base64'),
  }));
}
