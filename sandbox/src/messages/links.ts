/** Finds links in a text: complete ones, and those that begin with the host of FWS, as in an SMS. */
export function splitLinks(text: string, fwsUrl: string): { text: string; link: string | null }[] {
  const { host, protocol } = new URL(fwsUrl);
  const pattern = new RegExp(
    `(https?://[^\\s<>"]*[^\\s<>".,;:!?।)]|(?<![\\w/.:@])${escapePattern(host)}/[^\\s<>"]*[^\\s<>".,;:!?।)])`,
    'g',
  );
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => {
      if (/^https?:\/\//.test(part)) return { text: part, link: part };
      return part.startsWith(`${host}/`)
        ? { text: part, link: `${protocol}//${part}` }
        : { text: part, link: null };
    });
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const findFirstLink = (text: string, fwsUrl: string): string | null =>
  splitLinks(text, fwsUrl).find(({ link }) => link !== null)?.link ?? null;
