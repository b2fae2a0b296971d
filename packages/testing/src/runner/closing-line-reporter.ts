import path from 'node:path'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'
import { RunSummary } from './run-summary.ts'

/**
 * Prints progress, failures at the end, the slowest files and one closing line, in the format of the browser
 * journeys.
 */
export default class ClosingLineReporter implements Reporter {
  #summary = new RunSummary('test files')

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#summary.begin(specifications.length)
  }

  onTestModuleEnd(module: TestModule): void {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    for (const state of ['passed', 'failed', 'skipped'] as const)
      this.#summary.count(state, states.filter((is) => is === state).length)
    if (module.errors().length > 0) this.#summary.count('failed')
    const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic()
    this.#summary.advance(
      path.relative(process.cwd(), module.moduleId),
      duration + collectDuration + setupDuration + environmentSetupDuration,
    )
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.#summary.count('failed', errors.length)
    this.#summary.end()
  }
}
