/** Scans uploads for malware. */
export interface FileScanner {
  /** Throws a `ProviderError` without an answer: the result is unknown then, and the file must not be stored. */
  scan(content: Buffer): Promise<ScanResult>;
}

export type ScanResult = { infected: false } | { infected: true; signature: string };
