import { afterAll } from 'vitest'

const endings: (() => Promise<unknown>)[] = []

// Registered when the file is read. A hook that is registered while another one runs is never called.
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
}, 60_000)

/** Runs `end` after the last test of this file, what was given last first; also when asked from within beforeAll or a test. */
export function atEnd(end: () => Promise<unknown>): void {
  endings.push(end)
}
