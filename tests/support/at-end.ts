let endings: (() => Promise<unknown>)[] = []

/**
 * Runs `end` after the last test of this file, what was given last first. Also when asked from within
 * beforeAll or a test.
 */
export function atEnd(end: () => Promise<unknown>): void {
  endings.push(end)
}

/** Called by tests/support/setup.ts after each file: one process runs many. */
export async function endAll(): Promise<void> {
  const mine = endings
  endings = []
  for (const end of mine.toReversed()) await end()
}
