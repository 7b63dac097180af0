export * from './change-orders/schemas.ts';
export * from './forms.ts';
export * from './replies.ts';
