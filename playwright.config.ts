import { defineConfig } from '@playwright/test'
import { browserOptions } from './scripts/system-browser.mjs'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // Two cores carry the application, its database and the browser.
  workers: process.env.CI ? 2 : undefined,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 12_000 },
  // On a shared machine once more; what passes only then is named and counted as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['./e2e/closing-line-reporter.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    // e2e/motion.spec.ts and toasts.spec.ts are about motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows every journey: where there is a second try, that one is recorded.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
})
