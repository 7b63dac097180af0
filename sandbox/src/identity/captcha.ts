import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Each character has five by seven dots: one number per row, its bits from left to right. */
const FONT: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  K: [17, 18, 20, 24, 20, 18, 17],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  3: [30, 1, 1, 14, 1, 1, 30],
  4: [2, 6, 10, 18, 31, 2, 2],
  7: [31, 1, 2, 4, 8, 8, 8],
};

const LENGTH = 5;
const SCALE = 6;
const WIDTH = LENGTH * 6 * SCALE + 4 * SCALE;
const HEIGHT = 13 * SCALE;

export function makeCaptcha(): string {
  const characters = Object.keys(FONT);
  return Array.from({ length: LENGTH }, () => characters[randomInt(characters.length)]).join('');
}

/** Draws the characters at random heights between specks, as a PNG in base64. */
export function drawCaptcha(text: string): string {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (let speck = 0; speck < 260; speck += 1) pixels[randomInt(pixels.length)] = 120;
  for (const [index, character] of text.split('').entries()) {
    const left = (3 + index * 6) * SCALE;
    const top = (2 + randomInt(4)) * SCALE;
    for (const [row, dots] of (FONT[character] ?? []).entries())
      for (let column = 0; column < 5; column += 1)
        if (dots & (16 >> column)) fillSquare(pixels, left + column * SCALE, top + row * SCALE);
  }
  return encodePng(pixels).toString('base64');
}

function fillSquare(pixels: Buffer, left: number, top: number): void {
  for (let y = top; y < top + SCALE; y += 1) pixels.fill(40, y * WIDTH + left, y * WIDTH + left + SCALE);
}

function encodePng(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight grey bits per pixel.
  header[8] = 8;
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * WIDTH, (y + 1) * WIDTH)]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(Buffer.concat(rows))),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const sized = Buffer.alloc(body.length + 8);
  sized.writeUInt32BE(data.length, 0);
  body.copy(sized, 4);
  sized.writeUInt32BE(crc32(body), body.length + 4);
  return sized;
}
