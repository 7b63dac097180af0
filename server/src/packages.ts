import { createRequire } from 'node:module';

/** Packages with native code or data files. The bundles leave them in node_modules. */
export const PACKAGES_LOADED_ON_FIRST_USE = [
  'sharp',
  '@node-rs/argon2',
  'pdfmake',
  '@expo-google-fonts/noto-sans',
  '@expo-google-fonts/noto-sans-devanagari',
  '@fastify/swagger-ui',
] as const;

const { resolve } = createRequire(import.meta.url);

/** Finds missing packages of this kind, which would otherwise fail only on first use. */
export const findMissingPackages = (names: readonly string[] = PACKAGES_LOADED_ON_FIRST_USE): string[] =>
  names.filter((name) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  });
