export { dismissToast, toast, useToasts } from './toasts.ts';
export type { Toast } from './toasts.ts';
