const SIGNED =
  /https?:\/\/[^/\s,]+(\/api\/(?:files|invoices|receipts)\/[^\s,]+?)[?&]session=\d+&expires=\d+&signature=[\w-]+/g;

/** A reply with the paths of files in place of their signed addresses, to compare it with one of another reader. */
export function removeSignatures<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(SIGNED, '$1')) as T;
}
