const KB = 1_000;
const MB = 1_000_000;

/** "1.4 MB", "82 KB": rounded up, so that no file appears smaller than it is. */
export function formatFileSize(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.ceil(bytes / KB))} KB`;
  return `${Math.ceil(bytes / (MB / 10)) / 10} MB`;
}
