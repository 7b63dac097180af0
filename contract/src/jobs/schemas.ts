export * from './forms.ts';
export * from './filters.ts';
export * from './replies.ts';
