import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { readFileSync } from 'node:fs'
import { RunSummary } from '../runner/run-summary.ts'

/** Prints progress, each failure with what the page showed, the slowest journeys and one closing line. */
export default class ClosingLineReporter implements Reporter {
  #summary = new RunSummary('browser journeys')

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#summary.begin(suite.allTests().length)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const title = test.titlePath().filter(Boolean).join(' › ')
    const outcome =
      result.status === 'skipped' ? 'skipped' : test.outcome() === 'expected' ? 'passed' : 'failed'
    this.#summary.count(outcome)
    this.#summary.advance(title, result.duration)
    if (outcome !== 'failed') return
    const errors = result.errors.map(({ stack, message, value }) => stack ?? message ?? String(value))
    this.#summary.print([`\n✗ ${title}`, ...errors, ...pageOf(result)].join('\n'))
  }

  onError(error: { message?: string; stack?: string }): void {
    this.#summary.print(error.stack ?? error.message ?? 'an error without a message')
  }

  onEnd(result: FullResult): void {
    this.#summary.end()
    if (result.status !== 'passed') console.log(`run ${result.status}`)
  }
}

/** What the page showed when the journey failed, as Playwright describes it. */
function pageOf({ attachments }: TestResult): string[] {
  return attachments
    .filter(({ name }) => name === 'error-context')
    .flatMap(({ path }) => (path ? [readFileSync(path, 'utf8')] : []))
    .map((text) => /# Page snapshot\s+(?<page>.*?)\n# /s.exec(text)?.groups?.page ?? '')
}
