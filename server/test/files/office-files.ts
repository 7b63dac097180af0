/** A minimal Word file: a zip of stored entries, of which the first states the kind of document. */
export function buildDocx(kind = 'wordprocessingml.document.main+xml'): Buffer<ArrayBuffer> {
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.${kind}"/></Types>`;
  return zip([
    ['[Content_Types].xml', types],
    ['word/document.xml', '<w:document/>'],
  ]);
}

function zip(entries: readonly (readonly [name: string, text: string])[]): Buffer<ArrayBuffer> {
  const parts = entries.map(([name, text]) => {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt32LE(Buffer.byteLength(text), 18);
    header.writeUInt32LE(Buffer.byteLength(text), 22);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    return Buffer.concat([header, Buffer.from(name), Buffer.from(text)]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return Buffer.concat([...parts, end]);
}

/** The container of an old Office file with a stream of that name. */
export function buildOldOffice(stream: string): Buffer<ArrayBuffer> {
  const start = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  return Buffer.concat([start, Buffer.alloc(504), Buffer.from(stream, 'utf16le'), Buffer.alloc(512)]);
}
