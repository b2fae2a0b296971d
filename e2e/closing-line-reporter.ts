import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

/** A line per failure while it runs, and one closing line that counts passed, flaky (passed only the second time), failed and skipped. */
export default class ClosingLineReporter implements Reporter {
  #counts = { passed: 0, flaky: 0, failed: 0, skipped: 0 }
  #startedAt = Date.now()

  onBegin(_config: FullConfig, suite: Suite): void {
    console.log(`${suite.allTests().length} browser journeys`)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') this.#counts.skipped += 1
    else if (test.outcome() === 'expected') this.#counts.passed += 1
    else if (test.outcome() === 'flaky') this.#counts.flaky += 1
    else {
      const isLast = result.retry === test.retries
      if (isLast) this.#counts.failed += 1
      console.log(`\n✗ ${test.titlePath().filter(Boolean).join(' › ')}${isLast ? '' : ' (once more)'}`)
      for (const error of result.errors) console.log(error.stack ?? error.message ?? String(error.value))
    }
  }

  onError(error: { message?: string; stack?: string }): void {
    console.log(error.stack ?? error.message)
  }

  onEnd(result: FullResult): void {
    const { passed, flaky, failed, skipped } = this.#counts
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000)
    console.log(`browser journeys took ${seconds} s${result.status === 'passed' ? '' : `, run ${result.status}`}`)
    console.log(`${passed} passed, ${flaky} flaky, ${failed} failed, ${skipped} skipped`)
  }
}
