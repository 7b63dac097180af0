import { deflateSync } from 'node:zlib';

/** A small PDF of these objects, numbered from 1, without an object table. Readers, and our code, scan for the objects. */
export function buildPdf(
  objects: readonly (string | Buffer)[],
  trailer = '/Root 1 0 R',
): Buffer<ArrayBuffer> {
  const bodies = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1'),
    Buffer.from('\nendobj\n'),
  ]);
  const end = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< ${trailer} /Size ${objects.length + 1} >>\nstartxref\n9\n%%EOF\n`;
  return Buffer.concat([Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), ...bodies, Buffer.from(end)]);
}

/** A stream with this dictionary and these raw bytes. */
export const buildPdfStream = (dictionary: string, data: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);

/** Objects in a compressed object stream, numbered from `first`. */
export function buildObjectStream(
  first: number,
  objects: readonly string[],
  type = '/Type /ObjStm',
): Buffer<ArrayBuffer> {
  const offsets = objects.map((_, index) => objects.slice(0, index).join('\n').length + (index > 0 ? 1 : 0));
  const table = offsets.map((offset, index) => `${first + index} ${offset}`).join(' ');
  const content = Buffer.from(`${table}\n${objects.join('\n')}`, 'latin1');
  const dictionary = `${type} /N ${objects.length} /First ${table.length + 1} /Filter /FlateDecode`;
  return buildPdfStream(dictionary, deflateSync(content));
}
