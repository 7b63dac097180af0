import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from './plugins/messages.ts';
import { precompress } from './plugins/precompress.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const catalogues = [at('./locales'), at('../contract/locales')];
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: at('.'),
  plugins: [react(), messages(catalogues), precompress(at('./dist'))],
  define: {
    // The component page is for development and for tests that ask for it.
    __DESIGN_PAGE__: JSON.stringify(
      process.env['NODE_ENV'] !== 'production' || process.env['FWS_DESIGN_PAGE'] === '1',
    ),
  },
  build: { target: 'es2023', cssTarget: ['chrome111', 'safari16.4', 'firefox115'], assetsInlineLimit: 2048 },
  server: { proxy: { '/api': api, '/files': api, '/pay': api } },
});
