import { setTimeout as pause } from 'node:timers/promises'

const DAY_MS = 86_400_000

/** Waits for the next day if this one (UTC) ends within a minute: the test counts what happens in a day. */
export async function awayFromMidnight(): Promise<void> {
  while (DAY_MS - (Date.now() % DAY_MS) < 60_000) await pause(1_000)
}
