import { refresh } from '../../../platform/queries/index.ts';

/** Loads everything of the admin area that is shown again. */
export const refreshAdmin = () => refresh('admin');
