import { createRequire } from 'node:module';

/** Packages with native code or files of their own. The bundles leave them in node_modules. */
export const PACKAGES_LOADED_ON_FIRST_USE = [
  'sharp',
  '@node-rs/argon2',
  'pdfmake',
  '@expo-google-fonts/noto-sans',
  '@expo-google-fonts/noto-sans-devanagari',
  '@fastify/swagger-ui',
] as const;

const { resolve } = createRequire(import.meta.url);

/** Those that would be missed only when somebody needs them. */
export const findMissingPackages = (names: readonly string[] = PACKAGES_LOADED_ON_FIRST_USE): string[] =>
  names.filter((name) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  });
