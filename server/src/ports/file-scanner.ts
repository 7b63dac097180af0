/** Looks for malware in what people upload. */
export interface FileScanner {
  /** A `ProviderError` when there is no answer: then nobody knows, and the file must not be kept. */
  scan(content: Buffer): Promise<ScanResult>;
}

export type ScanResult = { infected: false } | { infected: true; signature: string };
