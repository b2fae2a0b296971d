import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '#': new URL('./src', import.meta.url).pathname } },
  test: {
    globalSetup: ['tests/global-setup.ts'],
    reporters: ['minimal', './tests/closing-line-reporter.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores carry a database server and the tests; more workers only wait for each other.
    maxWorkers: 2,
  },
})
