const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const NAME = /\.(?:heic|heif)$/i;

/** Whether a file is a photo, as far as the browser says. Some browsers know no type for a HEIC photo of an iPhone. */
export const isPicture = (file: File): boolean => file.type.startsWith('image/') || NAME.test(file.name);

/** Whether its bytes are those of a HEIC photo: a box "ftyp" with one of its brands. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  return head.startsWith('ftyp') && BRANDS.has(head.slice(4));
}
