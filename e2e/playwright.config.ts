import { defineConfig } from '@playwright/test';

const chromium = process.env['FWS_CHROMIUM'] ?? '/usr/bin/chromium';

/** Playwright's own list, which this one replaces, and features that draw the invisible window frames as web pages. */
const NOT_WANTED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // These start more renderers per window, which takes most of the time to open one.
  'PreloadTopChromeWebUI',
  'WebUIReloadButton',
  'WebUIToolbar',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 3,
  fullyParallel: true,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: '../test-results',
  reporter: 'list',
  use: {
    // A worker would make the other tests slower. e2e/offline.spec.ts, e2e/update.spec.ts and one of e2e/conversation-offline.spec.ts allow it.
    serviceWorkers: 'block',
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        // A page lives too briefly to be worth optimizing, by either compiler: a fifth less processor time.
        '--js-flags=--no-opt --no-maglev',
        // A camera that shows a moving pattern and beeps.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--disable-gpu',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${NOT_WANTED.join(',')}`,
      ],
    },
  },
});
