import { defineConfig } from '@playwright/test'
import { browserOptions } from './scripts/system-browser.mjs'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  // One more than the processors of a small machine: a journey also waits.
  workers: 3,
  fullyParallel: true,
  // Each step has a limit that a busy machine keeps as well; that of the whole only ends what hangs.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['./e2e/support/closing-line-reporter.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    // e2e/motion.spec.ts and toasts.spec.ts are about motion.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Recording slows every journey: `npm test -- e2e/posts.spec.ts --trace=on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: browserOptions(),
  },
})
