import type { FileScanner } from '../../ports/file-scanner.ts';

/** `FILE_SCANNER=none`: the operator has chosen to run without a scanner. */
export const noScanner: FileScanner = { scan: () => Promise.resolve({ infected: false }) };
