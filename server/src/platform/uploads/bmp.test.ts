import { expect, test } from 'vitest';
import { decodeBmp } from './bmp.ts';
import { reencodeImage } from './reencode-image.ts';
import sharp from 'sharp';

const RED = [255, 0, 0];
const GREEN = [0, 255, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];
const MAX_PIXELS = 1_000;

interface Parts {
  bits: number;
  height?: number;
  palette?: number[];
  pixels: number[];
  compression?: number;
}

/** Two pixels wide; rows are bottom first unless the height is negative. */
function buildBmp({ bits, height = 2, palette = [], pixels, compression = 0 }: Parts): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + palette.length + pixels.length, 2);
  header.writeUInt32LE(54 + palette.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(2, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  return Buffer.concat([header, Buffer.from(palette), Buffer.from(pixels)]);
}

const fourColours = Buffer.from([...RED, ...GREEN, ...BLUE, ...WHITE]);
const rows24 = [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0];
const palette = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];

test.each([
  ['24 bits', buildBmp({ bits: 24, pixels: rows24 })],
  [
    '24 bits, top row first',
    buildBmp({ bits: 24, height: -2, pixels: [...rows24.slice(8), ...rows24.slice(0, 8)] }),
  ],
  ['32 bits', buildBmp({ bits: 32, pixels: [255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0] })],
  ['8 bits and a palette', buildBmp({ bits: 8, palette, pixels: [2, 3, 0, 0, 0, 1, 0, 0] })],
  ['4 bits and a palette', buildBmp({ bits: 4, palette, pixels: [0x23, 0, 0, 0, 0x01, 0, 0, 0] })],
])('%s', (_, content) => {
  expect(decodeBmp(content, MAX_PIXELS)).toEqual({ width: 2, height: 2, rgb: fourColours });
});

test('1 bit and a palette', () => {
  const content = buildBmp({
    bits: 1,
    palette: palette.slice(0, 8),
    pixels: [0b01000000, 0, 0, 0, 0b10000000, 0, 0, 0],
  });
  expect(decodeBmp(content, MAX_PIXELS)?.rgb).toEqual(Buffer.from([...GREEN, ...RED, ...RED, ...GREEN]));
});

test('refuses compressed, truncated and oversized bitmaps', () => {
  const whole = buildBmp({ bits: 24, pixels: rows24 });
  expect(decodeBmp(buildBmp({ bits: 8, pixels: rows24, compression: 1 }), MAX_PIXELS)).toBeNull();
  expect(decodeBmp(whole.subarray(0, -1), MAX_PIXELS)).toBeNull();
  expect(decodeBmp(whole.subarray(0, 20), MAX_PIXELS)).toBeNull();
  expect(decodeBmp(whole, 3)).toBeNull();
});

test('converts a bitmap to PNG, which every browser shows', async () => {
  const image = await reencodeImage(buildBmp({ bits: 24, pixels: rows24 }), 'bmp');
  expect(image).toMatchObject({ ok: true, contentType: 'image/png', extension: 'png' });
  expect(
    await sharp(image.ok ? image.body : undefined)
      .removeAlpha()
      .raw()
      .toBuffer(),
  ).toEqual(fourColours);
});
