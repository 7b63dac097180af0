/** Readers look for the end mark this near to the end; more behind it is another file in disguise. */
const TAIL_BYTES = 1024;

/** Whether the bytes begin and end as a PDF does. Browsers show PDFs in a sandbox; we never run one. */
export function isWholePdf(content: Buffer): boolean {
  const tail = content.subarray(-TAIL_BYTES).toString('latin1');
  const header = content.subarray(0, 8).toString('latin1');
  return /^%PDF-[12]\.\d/.test(header) && /startxref\s+\d+\s+%%EOF/.test(tail);
}
