import { defineConfig } from '@playwright/test'
import { browserOptions } from '@plinth/testing/runner/system-browser.mjs'

export default defineConfig({
  // Journeys of a feature are in its folder.
  testMatch: ['e2e/*.spec.ts', 'src/features/*/e2e/*.spec.ts'],
  outputDir: 'test-results',
  globalSetup: '@plinth/testing/browser/global-setup.ts',
  // One more than a small machine's cores: journeys spend time waiting.
  workers: 3,
  fullyParallel: true,
  // Each step's limit also holds on a busy machine; the total timeout only ends tests that hang.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['@plinth/testing/browser/closing-line-reporter.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    // Motion itself is tested in e2e/motion.spec.ts and toasts.spec.ts.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Recording slows every journey: `npm test -- e2e/posts.spec.ts --trace=on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
})
