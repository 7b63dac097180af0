import { join } from 'node:path';

/** Where the built web app is. */
export const webDist = (root: string): string => join(root, 'web', 'dist');
