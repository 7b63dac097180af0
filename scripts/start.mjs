import { runBundled } from './bundled.mjs';

// Check before anything is installed or created: this start inserts demo users with a public password.
if (process.env.NODE_ENV === 'production') {
  console.error(
    'npm start is for development, with demo data and the sandbox. In production, use npm run migrate, npm run web and npm run worker.',
  );
  process.exit(1);
}
await runBundled('start');
