import { createRequire } from 'node:module';
import type { Script } from './script-runs.ts';

const require = createRequire(import.meta.url);

/** By script, in the two weights that the documents use. */
export const findFonts = (): Record<Script, { normal: string; bold: string }> => ({
  latin: {
    normal: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  },
  devanagari: {
    normal:
      require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
  },
});
