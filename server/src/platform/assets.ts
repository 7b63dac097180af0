import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Set by the build, which lays these files beside its bundles; the sources read them from the repository. */
declare const ASSETS_FOLDER: string | undefined;
const FOLDER = typeof ASSETS_FOLDER === 'undefined' ? '../../..' : ASSETS_FOLDER;

/** Where everything is that the server reads at run time beside its code. */
export const assetsDir = path.resolve(fileURLToPath(new URL('.', import.meta.url)), FOLDER);

/** The files and folders that the build copies, from the root of the repository. */
export const ASSETS = ['contract/locales', 'server/migrations', 'server/data', 'web/dist'] as const;

export const assetPath = (asset: (typeof ASSETS)[number]): string => path.join(assetsDir, asset);
