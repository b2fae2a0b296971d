import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['@plinth/testing/runner/global-setup.ts'],
    setupFiles: ['@plinth/testing/runner/setup.ts'],
    // One process runs many files: reloading the application's modules for each takes longer than the tests.
    isolate: false,
    // Where it is installed, it is read as it is in a clone.
    server: { deps: { inline: [/@plinth\//] } },
    reporters: ['minimal', '@plinth/testing/runner/closing-line-reporter.ts'],
    include: ['src/**/*.test.{ts,tsx}', '{packages,tests,workshop}/**/*.test.{ts,tsx}'],
    // These only end tests that hang, with room for a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than a small machine's cores: tests mostly wait for a database or a server.
    maxWorkers: 3,
  },
})
