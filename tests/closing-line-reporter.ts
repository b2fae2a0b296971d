import type { Reporter, TestModule } from 'vitest/node'

/** Names what passed only the second time, and one closing line that counts passed, flaky, failed and skipped tests, in the form of the other runners. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, flaky: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        const isFlaky = state === 'passed' && test.diagnostic()?.flaky === true
        if (isFlaky) console.log(`flaky: ${module.moduleId} > ${test.fullName}`)
        counts[isFlaky ? 'flaky' : state] += 1
      }
    }
    console.log(`${counts.passed} passed, ${counts.flaky} flaky, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`)
  }
}
