/** Repeated here: Vite loads its plugins with plain Node, which cannot import another package's TypeScript. */
export const locales = ['en', 'hi'] as const;
