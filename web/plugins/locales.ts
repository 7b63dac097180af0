/** Said again: Vite reads its plugins by plain Node, which cannot import another package's TypeScript. */
export const locales = ['en', 'hi'] as const;
