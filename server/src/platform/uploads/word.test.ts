import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocx, buildOldOffice } from '../../../test/files/office-files.ts';
import { acceptUpload } from '../../../test/files/upload.ts';

let tmpDir: string;
beforeAll(async () => {
  tmpDir = await mkdtemp(path.join(tmpdir(), 'fws-word-'));
});
afterAll(() => rm(tmpDir, { recursive: true }));

const send = (
  content: Buffer,
  declaredName: string,
  allow: readonly ('image' | 'pdf' | 'word')[] = ['image', 'pdf', 'word'],
) => acceptUpload(Readable.from([content]), { declaredName, allow: [...allow], maxBytes: 100_000, tmpDir });

test('stores Word files of both kinds unchanged and names them by their type', async () => {
  expect(await send(buildDocx(), 'bill.pdf')).toMatchObject({
    ok: true,
    extension: 'docx',
    body: buildDocx(),
  });
  expect(await send(buildOldOffice('WordDocument'), 'letter.doc')).toMatchObject({
    ok: true,
    name: 'letter.doc',
    contentType: 'application/msword',
  });
});

test.each([
  ['a spreadsheet', buildDocx('spreadsheetml.sheet.main+xml')],
  ['an old spreadsheet', buildOldOffice('Workbook')],
  ['an old Word file with macros', buildOldOffice('WordDocument_VBA_PROJECT')],
  ['a zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
])('refuses %s named as a Word file', async (_, content) => {
  expect(await send(content, 'letter.docx')).toEqual({ ok: false, reason: 'wrong_type' });
});

test('refuses Word files where they are not allowed', async () => {
  expect(await send(buildDocx(), 'letter.docx', ['image', 'pdf'])).toEqual({
    ok: false,
    reason: 'wrong_type',
  });
});
