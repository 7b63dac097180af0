import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildObjectStream, buildPdf, buildPdfStream } from '../../../test/files/pdf.ts';
import { checkPdf } from './pdf-check.ts';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const LINK =
  '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.com/JavaScript /JS /Launch) >> >>';

test.each([
  ['plain pages', buildPdf([CATALOG, PAGES, PAGE])],
  [
    'pages in an object stream',
    buildPdf([buildObjectStream(2, [CATALOG, PAGES, PAGE, LINK])], '/Root 2 0 R'),
  ],
  ['links, whose addresses may name anything', buildPdf([CATALOG, PAGES, PAGE, LINK])],
  [
    'a form with fields and a button that sends it',
    buildPdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DA (/Helv 0 Tf) >> >>',
      PAGES,
      PAGE,
      '<< /FT /Tx /T (name) /A << /S /SubmitForm /F (https://example.com) >> >>',
    ]),
  ],
  ['a page to open at', buildPdf(['<< /Type /Catalog /OpenAction [3 0 R /Fit] >>', PAGES, PAGE])],
  [
    'an action that goes to a page',
    buildPdf(['<< /OpenAction 4 0 R >>', PAGES, PAGE, '<< /S /GoTo /D [3 0 R /Fit] >>']),
  ],
  ['no automatic action', buildPdf(['<< /OpenAction null /AA << >> >>', PAGES, PAGE])],
  ['text that speaks of scripts', buildPdf([CATALOG, PAGES, PAGE, '(see /S /JavaScript and /EmbeddedFile)'])],
  [
    'a resource with the name of a key',
    buildPdf([CATALOG, PAGES, '<< /Resources << /Font << /JS 4 0 R /EF 5 0 R >> >> >>', '<< /Type /Font >>']),
  ],
  [
    'a picture whose bytes look like a name',
    buildPdf([
      CATALOG,
      PAGES,
      PAGE,
      buildPdfStream('/Subtype /Image', Buffer.from('\x01/JS /XFA /S /Launch\x02')),
    ]),
  ],
  [
    'encryption that hides no names',
    buildPdf([CATALOG, PAGES, PAGE, '<< /Filter /Standard /V 2 >>'], '/Root 1 0 R /Encrypt 4 0 R'),
  ],
])('accepts a PDF with %s', async (_, content) => {
  expect(await checkPdf(content)).toBeNull();
});

test.each([
  ['a script', buildPdf([CATALOG, SCRIPT])],
  ['a script in an object stream', buildPdf([CATALOG, buildObjectStream(3, [PAGES, SCRIPT])])],
  [
    'a script in an object stream without its type',
    buildPdf([CATALOG, buildObjectStream(3, [PAGES, SCRIPT], '')]),
  ],
  [
    'a script in an uncompressed object stream',
    buildPdf([CATALOG, buildPdfStream('/Type /ObjStm /N 1 /First 4', Buffer.from(`7 0\n${SCRIPT}`))]),
  ],
  ['escaped names', buildPdf([CATALOG, '<< /#53 /#4aavaScrip#74 /J#53 (1) >>'])],
  [
    'escaped names in an object stream',
    buildPdf([CATALOG, buildObjectStream(3, ['<</S/J#61vaScript/#4AS(1)>>'])]),
  ],
  ['an escaped object stream', buildPdf([CATALOG, buildObjectStream(3, [SCRIPT], '/Type /Obj#53tm')])],
  [
    'the kind of an action in an object of its own',
    buildPdf([CATALOG, '<< /S 3 0 R /JS (1) >>', '/JavaScript']),
  ],
  ['a program to start', buildPdf([CATALOG, '<< /S /Launch /F (cmd.exe) >>'])],
  ['a film player', buildPdf([CATALOG, '<< /Type /Annot /Subtype /RichMedia >>'])],
  ['a film that runs a script', buildPdf([CATALOG, '<< /S /Rendition /JS (1) >>'])],
  ['an embedded file', buildPdf([CATALOG, '<< /Type /Filespec /F (a.exe) /EF << /F 3 0 R >> >>'])],
  ['a list of embedded files', buildPdf(['<< /Names << /EmbeddedFiles 2 0 R >> >>', '<< /Names [] >>'])],
  ['an XFA form', buildPdf(['<< /AcroForm << /XFA 2 0 R >> >>'])],
  ['an action at opening', buildPdf(['<< /OpenAction << /S /URI /URI (https://example.com) >> >>'])],
  [
    'an action at opening, elsewhere',
    buildPdf(['<< /OpenAction 2 0 R >>', '<< /S /URI /URI (https://a.example) >>']),
  ],
  [
    'an action at opening that leads on',
    buildPdf(['<< /OpenAction << /S /GoTo /D [] /Next 2 0 R >> >>', '<< >>']),
  ],
  ['an action at opening that is not there', buildPdf(['<< /OpenAction 9 0 R >>'])],
  [
    'an action at opening that is replaced later',
    Buffer.concat([
      buildPdf(['<< /OpenAction 2 0 R >>', '<< /S /GoTo /D [] >>']),
      buildPdf(['<< >>', '<< /S /SubmitForm /F (https://a.example) >>']).subarray(15),
    ]),
  ],
  ['an action of a page', buildPdf([CATALOG, PAGES, '<< /AA << /O << /S /Named /N /Print >> >> >>'])],
  [
    'a script that the file’s table does not name',
    Buffer.from(
      buildPdf([CATALOG]).toString('latin1').replace('xref', `77 0 obj ${SCRIPT} endobj xref`),
      'latin1',
    ),
  ],
  [
    'a script inside the bytes of another stream',
    buildPdf([CATALOG, buildPdfStream('/Subtype /Image', Buffer.from(`9 0 obj ${SCRIPT}`))]),
  ],
  ['a script behind an open string', buildPdf([CATALOG, '(never closed', SCRIPT])],
  ['a script behind a comment', buildPdf([CATALOG, `%\n<< /S%(\n/JavaScript /JS (1) >>`])],
  ['a trailer that opens a form', buildPdf([CATALOG], '/Root << /AcroForm << /XFA [] >> >>')],
])('refuses a PDF with %s', async (_, content) => {
  expect(await checkPdf(content)).toBe('active_pdf');
});

test('refuses an encrypted PDF whose names are hidden in object streams', async () => {
  const content = buildPdf(
    [CATALOG, buildPdfStream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', Buffer.alloc(40, 7))],
    '/Encrypt 3 0 R',
  );
  expect(await checkPdf(content)).toBe('locked_pdf');
});

const hidden = deflateSync(Buffer.from(`7 0\n${SCRIPT}`));
test.each([
  ['breaks off', buildPdf([CATALOG]).subarray(0, -20)],
  [
    'has an object stream that does not unpack',
    buildPdf([
      CATALOG,
      buildPdfStream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', Buffer.alloc(40, 7)),
    ]),
  ],
  [
    'hides objects by another filter',
    buildPdf([
      CATALOG,
      buildPdfStream(
        '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]',
        Buffer.from(hidden.toString('hex')),
      ),
    ]),
  ],
  [
    'hides objects by a predictor',
    buildPdf([
      CATALOG,
      buildPdfStream(
        '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
        hidden,
      ),
    ]),
  ],
  [
    'names its filter elsewhere',
    buildPdf([CATALOG, buildPdfStream('/Type /ObjStm /N 1 /First 4 /Filter 3 0 R', hidden), '/FlateDecode']),
  ],
  [
    'has no number of objects',
    buildPdf([CATALOG, buildPdfStream('/Type /ObjStm /First 4 /Filter /FlateDecode', hidden)]),
  ],
  ['is nested too deep', buildPdf([CATALOG, '['.repeat(10_000)])],
  [
    'unpacks to more than we look at',
    buildPdf([
      CATALOG,
      buildPdfStream(
        '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(30_000_000, ' ')),
      ),
    ]),
  ],
  ['has objects that each go on to its end', buildPdf(Array.from({ length: 2_000 }, () => '(open'))],
  ['has more objects than a file of its size', buildPdf(['1 0 obj '.repeat(400_000)])],
])('refuses a PDF that %s as damaged', async (_, content) => {
  expect(await checkPdf(content)).toBe('damaged');
});

test('checks a large file in time slices, so that other requests are served', async () => {
  const content = buildPdf(
    Array.from({ length: 30_000 }, () => '<< /Type /Annot /Rect [0 0 1 1] /Border [0 0 0] >>'),
  );
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  expect(await checkPdf(content)).toBeNull();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
