let endings: (() => Promise<unknown>)[] = []

/**
 * Runs `end` after the last test of this file, in reverse order of registration. Can also be called in
 * beforeAll or in a test.
 */
export function atEnd(end: () => Promise<unknown>): void {
  endings.push(end)
}

/** Called by setup.ts after each file: one process runs many files. */
export async function endAll(): Promise<void> {
  const mine = endings
  endings = []
  for (const end of mine.toReversed()) await end()
}
