import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildPdf } from '../../../test/files/pdf.ts';
import { acceptUpload } from '../../../test/files/upload.ts';
import { waitFor } from '../../../test/wait.ts';
import type { FileScanner } from '../../ports/file-scanner.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { silentLog } from '../log.ts';
import { createUploadInspector } from './inspector.ts';
import { receiveFile, removeLeftFiles } from './receive.ts';
import { UNLIMITED_PLACE } from './unidentified.ts';

let tmpDir: string;

beforeEach(async () => {
  tmpDir = await mkdtemp(path.join(tmpdir(), 'fws-upload-'));
});

afterEach(async () => {
  assert.deepEqual(await readdir(tmpDir), [], 'a temporary file was left behind');
  await rm(tmpDir, { recursive: true });
});

function send(
  content: Buffer,
  declaredName: string,
  allow: ('image' | 'pdf')[] = ['image', 'pdf'],
  scanner?: FileScanner,
) {
  const part = Readable.from(splitIntoChunks(content));
  return acceptUpload(part, { declaredName, allow, maxBytes: ATTACHMENT_MAX_BYTES, tmpDir }, scanner);
}

function* splitIntoChunks(content: Buffer, size = 65_536): Generator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

function requireAccepted(upload: Awaited<ReturnType<typeof send>>) {
  if (!upload.ok) throw new Error(`refused: ${upload.reason}`);
  return upload;
}

function createPicture(width = 40, height = 20) {
  return sharp({ create: { width, height, channels: 3, background: '#2d3681' } });
}

function buildPdfOfSize(bytes: number): Buffer {
  const start = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
  const end = Buffer.from('\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n');
  return Buffer.concat([start, Buffer.alloc(bytes - start.length - end.length, ' '), end]);
}

test.each([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['gif', 'gif'],
  ['webp', 'webp'],
] as const)('keeps a %s in its format', async (format, extension) => {
  const upload = requireAccepted(
    await send(await createPicture().toFormat(format).toBuffer(), `wall.${extension}`),
  );
  expect(upload).toMatchObject({ name: `wall.${extension}`, contentType: `image/${format}`, extension });
  expect(await sharp(upload.body).metadata()).toMatchObject({ format, width: 40, height: 20 });
});

test('removes position and camera data from a photo and turns it upright', async () => {
  const photo = await createPicture()
    .withExif({
      IFD0: { Model: 'Camera of Asha' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Camera of Asha');

  const { body } = requireAccepted(await send(photo, 'photo.jpg'));
  const metadata = await sharp(body).metadata();
  expect(metadata.exif).toBeUndefined();
  expect(metadata).toMatchObject({ width: 20, height: 40 });
  expect(metadata.orientation ?? 1).toBe(1);
  expect(body.includes('Camera of Asha')).toBe(false);
});

test('keeps the frames of a GIF', async () => {
  const frames = [await createPicture().png().toBuffer(), await createPicture().negate().png().toBuffer()];
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { body } = requireAccepted(await send(animation, 'steps.gif'));
  expect((await sharp(body).metadata()).pages).toBe(2);
});

test('drops data appended to a picture', async () => {
  const png = await createPicture().png().toBuffer();
  const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
  const { body } = requireAccepted(await send(polyglot, 'page.html'));
  expect(body.includes('script')).toBe(false);
});

test('decides by content, not by the file name', async () => {
  const png = await createPicture().png().toBuffer();
  expect(requireAccepted(await send(png, 'proposal.pdf'))).toMatchObject({
    name: 'proposal.png',
    contentType: 'image/png',
  });
  expect(await send(png, 'proposal.pdf', ['pdf'])).toEqual({ ok: false, reason: 'wrong_type' });
  expect(await send(buildPdfOfSize(500), 'photo.png', ['image'])).toEqual({
    ok: false,
    reason: 'wrong_type',
  });
});

test('scales down a very large picture', async () => {
  const { body } = requireAccepted(await send(await createPicture(6000, 1500).png().toBuffer(), 'roof.png'));
  expect(await sharp(body).metadata()).toMatchObject({ width: 4096, height: 1024 });
});

/** A small picture whose header claims another size. */
async function createFalsePng(width: number, height: number): Promise<Buffer> {
  const png = await createPicture().png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  expect(await sharp(png).metadata()).toMatchObject({ width, height });
  return png;
}

async function createFalseJpeg(width: number, height: number, { progressive = false } = {}): Promise<Buffer> {
  const jpeg = await createPicture().jpeg({ progressive }).toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  expect(await sharp(jpeg).metadata()).toMatchObject({ width, height });
  return jpeg;
}

test('refuses a small file with too many pixels before unpacking them', async () => {
  const refused = { ok: false, reason: 'too_many_pixels' };
  const unpacked = { ok: false, reason: 'damaged' };
  expect(await send(await createFalsePng(5001, 5000), 'flat.png')).toEqual(refused);
  expect(await send(await createFalsePng(5000, 5000), 'flat.png')).toEqual(unpacked);
  expect(await send(await createFalseJpeg(12_000, 9_167), 'IMG_1.jpg')).toEqual(refused);
  // The photo of a phone.
  expect(await send(await createFalseJpeg(12_000, 9_000), 'IMG_1.jpg')).not.toEqual(refused);
  const web = await createFalseJpeg(5001, 5000, { progressive: true });
  expect(await send(web, 'web.jpg')).toEqual(refused);
});

test('scales a photo with more pixels than others may have down while it is decoded', async () => {
  const photo = sharp({ create: { width: 8800, height: 3000, channels: 3, background: '#7a5a3c' } });
  const { body } = requireAccepted(await send(await photo.jpeg().toBuffer(), 'IMG_1.jpg'));
  expect(await sharp(body).metadata()).toMatchObject({ width: 4096, height: 1396 });
});

/** A GIF with this many one-pixel frames on a canvas of this size. */
function buildGif(frames: number, side = 1): Buffer {
  const encodeWord = (value: number) => [value % 256, Math.floor(value / 256)];
  const head = [
    ...Buffer.from('GIF89a'),
    ...encodeWord(side),
    ...encodeWord(side),
    0x80,
    0,
    0,
    9,
    9,
    9,
    200,
    9,
    9,
  ];
  const encodeFrame = (index: number) => [
    0x2c,
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    2,
    2,
    index % 2 ? 0x44 : 0x4c,
    1,
    0,
  ];
  return Buffer.from([
    ...head,
    ...Array.from({ length: frames }, (_, index) => encodeFrame(index)).flat(),
    0x3b,
  ]);
}

test('refuses an animation of more than 60 frames', async () => {
  expect(await send(buildGif(60), 'short.gif')).toMatchObject({ ok: true });
  expect(await send(buildGif(61), 'long.gif')).toEqual({ ok: false, reason: 'too_many_frames' });
});

test('counts the pixels of all frames of an animation together', async () => {
  expect(await send(buildGif(26, 1000), 'wide.gif')).toEqual({ ok: false, reason: 'too_many_pixels' });
});

test('refuses further files while too many are inspected, and accepts them again afterwards', async () => {
  const waiting: (() => void)[] = [];
  const scanner = {
    scan: () =>
      new Promise<{ infected: false }>((resolve) => waiting.push(() => resolve({ infected: false }))),
  };
  const inspect = createUploadInspector(scanner, silentLog);
  const png = path.join(tmpDir, 'wall.png');
  await writeFile(png, await createPicture().png().toBuffer());
  const send = (userId: number) =>
    inspect(png, { declaredName: 'wall.png', allow: ['image'], owner: `user ${userId}` });
  // Ten of one user: one is inspected and nine wait. Of all, six are inspected and forty wait.
  const ofOne = Array.from({ length: 10 }, () => send(0));
  const inspections = [...ofOne, ...Array.from({ length: 36 }, (_, index) => send(1 + (index % 5)))];
  expect(await send(0)).toEqual({ ok: false, reason: 'busy' });
  expect(await send(7)).toEqual({ ok: false, reason: 'busy' });
  await waitFor('six to be scanned at once', () => waiting.length === 6);
  let done = 0;
  for (const inspection of inspections) void inspection.finally(() => (done += 1));
  await waitFor('the others to have their turn', () => {
    for (const finish of waiting.splice(0)) finish();
    return done === inspections.length;
  });
  for (const upload of await Promise.all(inspections)) expect(upload.ok).toBe(true);
  await rm(png);
});

test('refuses infected files and files that could not be scanned', async () => {
  const png = await createPicture().png().toBuffer();
  const finds = { scan: () => Promise.resolve({ infected: true, signature: 'Eicar' } as const) };
  expect(await send(png, 'wall.png', ['image'], finds)).toEqual({ ok: false, reason: 'infected' });
  const silent = { scan: () => Promise.reject(new ProviderError('unknown', 'no_answer', 'silent')) };
  expect(await send(png, 'wall.png', ['image'], silent)).toEqual({ ok: false, reason: 'not_scanned' });
});

test('does not scan a file of a wrong type', async () => {
  const scanner = { scan: () => Promise.reject(new Error('asked')) };
  expect(await send(Buffer.from('just words'), 'a.txt', ['image'], scanner)).toEqual({
    ok: false,
    reason: 'wrong_type',
  });
});

test('removes files that a killed process left and keeps those in progress', async () => {
  const file = await receiveFile(Readable.from(['left']), {
    tmpDir,
    maxBytes: 100,
    place: UNLIMITED_PLACE,
  });
  if (!file.ok) throw new Error('the file was refused');
  // A file has the time of the machine, also when the clock of the tests is another.
  await utimes(file.path, new Date(), new Date());
  await removeLeftFiles(tmpDir);
  expect(await readdir(tmpDir)).toHaveLength(1);
  await removeLeftFiles(tmpDir, Date.now() + 2 * 3600_000);
  expect(await readdir(tmpDir)).toEqual([]);
  await removeLeftFiles(path.join(tmpDir, 'none'));
});

test('refuses a truncated picture', async () => {
  const noise = sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const jpeg = await noise.clone().jpeg().toBuffer();
  const png = await noise.clone().png().toBuffer();
  expect(await send(jpeg.subarray(0, jpeg.length / 2), 'half.jpg')).toEqual({ ok: false, reason: 'damaged' });
  expect(await send(png.subarray(0, png.length / 2), 'half.png')).toEqual({ ok: false, reason: 'damaged' });
});

test.each([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'icon.svg',
  ],
  [
    'an SVG called PNG',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    'icon.png',
  ],
  ['an HTML page', Buffer.from('<!doctype html><p>hello</p>'), 'photo.jpg'],
  ['a Windows program', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(200)]), 'invoice.pdf'],
  ['a zip', Buffer.from('PK\u0003\u0004\u0014\0\0\0\0\0'), 'files.pdf'],
  ['text', Buffer.from('just words'), 'notes.txt'],
  ['nothing', Buffer.alloc(0), 'empty.png'],
])('%s is refused', async (_, content, name) => {
  expect(await send(content, name)).toEqual({ ok: false, reason: 'wrong_type' });
});

test.each(['heic', 'heix', 'mif1', 'msf1', 'hevc'])(
  'names a HEIC photo (%s) for what it is, whatever its name says',
  async (brand) => {
    const photo = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1');
    for (const name of ['IMG_1.HEIC', 'IMG_1.jpg'])
      expect(await send(photo, name)).toEqual({ ok: false, reason: 'heic' });
  },
);

test('stores a PDF byte for byte', async () => {
  const pdf = buildPdfOfSize(5_000);
  const upload = requireAccepted(await send(pdf, 'scope.pdf'));
  expect(upload).toMatchObject({ name: 'scope.pdf', contentType: 'application/pdf', extension: 'pdf' });
  expect(upload.body.equals(pdf)).toBe(true);
});

test('refuses a PDF that contains a script', async () => {
  const scripted = buildPdf(['<< /OpenAction 2 0 R >>', '<< /S /JavaScript /JS (1) >>']);
  expect(await send(scripted, 'scope.pdf')).toEqual({ ok: false, reason: 'active_pdf' });
});

test('refuses a truncated PDF and one with another file appended', async () => {
  expect(await send(buildPdfOfSize(5_000).subarray(0, 4_000), 'half.pdf')).toEqual({
    ok: false,
    reason: 'damaged',
  });
  const program = Buffer.concat([buildPdfOfSize(5_000), Buffer.from('MZ'), Buffer.alloc(2_000)]);
  expect(await send(program, 'more.pdf')).toEqual({ ok: false, reason: 'damaged' });
});

test('accepts ten million bytes and refuses one more', async () => {
  expect(requireAccepted(await send(buildPdfOfSize(10_000_000), 'plans.pdf')).body).toHaveLength(10_000_000);
  expect(await send(buildPdfOfSize(10_000_001), 'plans.pdf')).toEqual({ ok: false, reason: 'too_large' });
});

test('drains the rest of a file that is too large, so that the form can end', async () => {
  const part = Readable.from(splitIntoChunks(Buffer.alloc(11_000_000)));
  const ended = new Promise((resolve) => part.once('end', resolve));
  const upload = await acceptUpload(part, { declaredName: 'x', allow: ['pdf'], maxBytes: 1_000, tmpDir });
  expect(upload).toEqual({ ok: false, reason: 'too_large' });
  await ended;
});

test('throws when the sender disconnects, and leaves no file', async () => {
  const part = Readable.from(streamThenAbort());
  await expect(
    acceptUpload(part, { declaredName: 'x', allow: ['pdf'], maxBytes: 1_000_000, tmpDir }),
  ).rejects.toThrow('aborted');
});

async function* streamThenAbort() {
  yield Buffer.alloc(1_000);
  throw new Error('aborted');
}
