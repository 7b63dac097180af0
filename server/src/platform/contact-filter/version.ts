/** Goes up by one with each change of what is found, so that stored texts are masked again. */
export const FILTER_VERSION = 2;
