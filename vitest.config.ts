import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '#': new URL('./src', import.meta.url).pathname } },
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // One process runs many files: to load the application's modules anew for each costs more than the tests
    // themselves.
    isolate: false,
    reporters: ['minimal', './tests/support/closing-line-reporter.ts'],
    include: ['src/**/*.test.{ts,tsx}', '{packages,scripts,tests}/**/*.test.ts'],
    // They end what hangs and measure nothing: the machine may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than the processors of a small machine: a test mostly waits for a database or a server.
    maxWorkers: 3,
  },
})
