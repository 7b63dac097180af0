import { runBundled } from './bundled.mjs';

// Before anything is installed or made: this start brings demo users, whose password is public.
if (process.env.NODE_ENV === 'production') {
  console.error(
    'npm start is the development start, with demo data and the sandbox. In production run npm run migrate, npm run web and npm run worker.',
  );
  process.exit(1);
}
await runBundled('start');
