import { setTimeout as pause } from 'node:timers/promises'
import { startApp } from '../tests/support/running-app.ts'
import { demoPassword, signIn } from './demo-session.ts'
import { load } from './load.ts'
import { memory } from './processes.ts'
import type { Bench, Measured } from './report.ts'

const PAGES = 40_000
const ROUND_SECONDS = 10
const REST_MS = 10_000

/** The application's memory after serving many pages. */
export const bench: Bench = {
  how: `the whole process, ${REST_MS / 1000} s after the last request; 16 connections`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const held = async (what: string, atMost: number): Promise<Measured> => {
      await pause(REST_MS)
      return { what, value: memory([app.pid]).ownBytes / 1_000_000, unit: 'MB', aim: { atMost } }
    }
    try {
      await fetch(app.url)
      const atRest = await held('after the first page', 150)
      const headers = { cookie: await signIn(app) }
      let served = 0
      while (served < PAGES) {
        const { requestsPerSecond } = await load(
          { url: `${app.url}/dashboard`, pid: app.pid, headers },
          { seconds: ROUND_SECONDS },
        )
        served += requestsPerSecond * ROUND_SECONDS
      }
      return [atRest, await held(`after ${PAGES} dashboards`, 300)]
    } finally {
      await app.stop()
    }
  },
}
