/// <reference types="vite/client" />
declare module 'virtual:messages/en' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module 'virtual:messages/hi' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
