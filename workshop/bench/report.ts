type Unit = 'ms' | 's' | 'KB' | 'MB' | 'req/s' | 'x' | 'count' | 'share'

/** One number of a bench. KB and MB are 1000 and 1 000 000 bytes. */
export type Measured = {
  what: string
  value: number
  unit: Unit
  /** The target. Only numbers that hold on any machine have one. */
  target?: { atMost: number } | { atLeast: number }
}

export type Bench = {
  /** One line above the table: how it was measured. */
  how: string
  run(): Promise<Measured[]>
}

/** Returns true if there is no target or the number meets it. */
export function isReached({ value, target }: Measured): boolean {
  if (!target) return true
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

/** Formats the numbers of one bench as lines of text. */
export function table(rows: readonly Measured[]): string {
  const cells = rows.map((row) => [
    row.what,
    withUnit(row.value, row.unit),
    targetText(row),
    row.target ? (isReached(row) ? 'ok' : 'MISSED') : '',
  ])
  const all = [['', 'measured', 'target', ''], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  return all
    .map(
      (line) =>
        `  ${line
          .map((cell, column) =>
            column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
          )
          .join('   ')
          .trimEnd()}`,
    )
    .join('\n')
}

/** The target as `table` shows it; empty without one. */
export function targetText({ target, unit }: Measured): string {
  if (!target) return ''
  return 'atMost' in target ? `<= ${withUnit(target.atMost, unit)}` : `>= ${withUnit(target.atLeast, unit)}`
}

/** Formats a number with its unit. */
export function withUnit(value: number, unit: Unit): string {
  const digits =
    unit === 'share'
      ? 3
      : unit === 'count' || value >= 1000
        ? 0
        : value >= 10
          ? 1
          : value === Math.round(value)
            ? 0
            : value >= 1
              ? 2
              : 3
  return `${value.toFixed(digits)}${unit === 'count' || unit === 'share' ? '' : ` ${unit}`}`
}

/** Returns the median; for an even count, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2
}

/** Returns the percentile at this share (0 to 1), by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? NaN
}
