import { eq } from 'drizzle-orm'
import { session } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { openApp, publicSettings, startTwin, type AppUnderTest } from './open-app.ts'

const ROUNDS = 10
export const AT_ONCE = 6

type Call = { path: string; body?: unknown; cookie?: string }

export type Track = {
  app: AppUnderTest
  /** Runs the rounds, resetting the limits: they sign in more often than one address may. */
  rounds(play: (round: number) => Promise<void>): Promise<void>
  /** Sends all calls concurrently, half of them to a second instance. Returns the count of each outcome. */
  race(calls: readonly Call[]): Promise<Record<string, number>>
  sessionsOf(userId: string): Promise<number>
}

export const times = <T>(make: (at: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, at) => make(at))

/** Two instances behind one public address, for races. They end with the file. */
export async function openTrack(): Promise<Track> {
  const app = await openApp({ BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET })
  const second = await startTwin(app)
  return {
    app,
    async rounds(play) {
      for (let round = 0; round < ROUNDS; round++) {
        await app.db.delete(limitCounter)
        await play(round)
      }
    },
    async race(calls) {
      const answers = await Promise.all(
        calls.map(async ({ path, body, cookie = '' }, at) => {
          const headers = { origin: app.url, cookie, 'content-type': 'application/json' }
          const post = { method: 'POST', body: JSON.stringify(body) }
          const answer = await fetch((at % 2 === 0 ? app.url : second.url) + path, {
            redirect: 'manual',
            headers,
            ...(body === undefined ? {} : post),
          })
          if (answer.status < 400) return String(answer.status)
          return `${answer.status} ${((await answer.json()) as { code?: string }).code}`
        }),
      )
      const counts: Record<string, number> = {}
      for (const name of answers) counts[name] = (counts[name] ?? 0) + 1
      return counts
    },
    sessionsOf: (userId) => app.db.$count(session, eq(session.userId, userId)),
  }
}
