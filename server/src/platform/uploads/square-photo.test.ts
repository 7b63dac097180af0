import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createSquarePhoto } from './square-photo.ts';

test('crops the middle of any picture to a small upright square JPEG', async () => {
  const wide = await sharp({ create: { width: 1600, height: 900, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const photo = await createSquarePhoto(wide);
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
  expect((await sharp(photo).metadata()).exif).toBeUndefined();
  expect((await sharp(photo).stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 });
});
