/**
 * The e-mail addresses of the demo users. Their password is public, so a production start refuses a database that
 * contains one of them.
 */
export const DEMO_EMAILS = {
  meera: 'meera@demo.example',
  imran: 'imran@demo.example',
  lakshmi: 'lakshmi@demo.example',
  arjun: 'arjun@demo.example',
  fatima: 'fatima@demo.example',
} as const;
