import { join } from 'node:path';

/** The folder of the built web app. */
export const getWebDist = (root: string): string => join(root, 'web', 'dist');
