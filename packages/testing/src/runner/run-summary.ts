/** The output of both runners: progress, the slowest and one closing line. */
export type Outcome = 'passed' | 'failed' | 'skipped'

export class RunSummary {
  readonly #name: string
  readonly #counts = { passed: 0, failed: 0, skipped: 0 }
  readonly #durations: { title: string; ms: number }[] = []
  readonly #startedAt = Date.now()
  #total = 0
  #done = 0

  constructor(name: string) {
    this.#name = name
  }

  begin(total: number): void {
    this.#total = total
    console.log(`${this.#name}: ${total}`)
  }

  count(outcome: Outcome, number = 1): void {
    this.#counts[outcome] += number
  }

  /** Counts one more of `total` as finished. */
  advance(title: string, ms: number): void {
    this.#done += 1
    this.#durations.push({ title, ms })
    const line = `${this.#done} of ${this.#total} ${this.#name}, ${seconds(Date.now() - this.#startedAt)}`
    const isTenth =
      Math.floor((this.#done * 10) / this.#total) > Math.floor(((this.#done - 1) * 10) / this.#total)
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
    else if (isTenth) console.log(line)
  }

  /** Prints a separate line, also while a terminal shows progress. */
  print(text: string): void {
    console.log(process.stdout.isTTY ? `\r\x1b[K${text}` : text)
  }

  end(): void {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
    const slowest = this.#durations.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
    if (this.#total > 10)
      console.log(
        ['slowest:', ...slowest.map(({ title, ms }) => `  ${seconds(ms).padStart(6)}  ${title}`)].join('\n'),
      )
    const { passed, failed, skipped } = this.#counts
    console.log(`${this.#name} took ${seconds(Date.now() - this.#startedAt)}`)
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
