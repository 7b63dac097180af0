export * from './forms.ts';
export * from './replies.ts';
