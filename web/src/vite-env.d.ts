/// <reference types="vite/client" />
declare module 'virtual:messages' {
  import type { Messages } from './platform/i18n/formatMessage.ts';
  type Loader = () => Promise<{ messages: Messages }>;
  /** By locale and area; `start` has the messages of the first screen. */
  export const catalogues: Record<'en' | 'hi', Record<string, Loader>>;
}
declare module 'virtual:messages/*' {
  import type { Messages } from './platform/i18n/formatMessage.ts';
  export const messages: Messages;
}
