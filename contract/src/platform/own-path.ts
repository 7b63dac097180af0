/** Accepts only paths of this site: "//elsewhere", "/\elsewhere" and what a browser reads as such lead to other sites. */
export function isOwnPath(path: string | null | undefined): path is string {
  return typeof path === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && path.length <= 500;
}
