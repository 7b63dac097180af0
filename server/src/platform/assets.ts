import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Set by the build, which places these files beside its bundles. From the sources they are read from the repository.
 */
declare const ASSETS_FOLDER: string | undefined;
const FOLDER = typeof ASSETS_FOLDER === 'undefined' ? '../../..' : ASSETS_FOLDER;

/** The folder of everything that the server reads at run time besides its code. */
export const assetsDir = path.resolve(fileURLToPath(new URL('.', import.meta.url)), FOLDER);

/** The files and folders that the build copies, relative to the root of the repository. */
export const ASSETS = ['contract/locales', 'server/migrations', 'server/data', 'web/dist'] as const;

export const getAssetPath = (asset: (typeof ASSETS)[number]): string => path.join(assetsDir, asset);
