import { setTimeout as pause } from 'node:timers/promises'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { demoPassword, signIn } from './demo-session.ts'
import { load } from './load.ts'
import { memory } from './processes.ts'
import type { Bench, Measured } from './report.ts'

const PAGES = 6_000
const ROUND_SECONDS = 10
const REST_MS = 60_000

/** What the application keeps resident after serving many pages. */
export const bench: Bench = {
  how: `resident, ${REST_MS / 1000} s after the last request; 16 connections`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const residentMb = () => memory([app.pid]).residentBytes / 1_000_000
    const kept = async (what: string, atMost: number): Promise<Measured> => {
      await pause(REST_MS)
      return { what, value: residentMb(), unit: 'MB', target: { atMost } }
    }
    try {
      await fetch(app.url)
      const atRest = await kept('after the first page', 150)
      const headers = { cookie: await signIn(app) }
      let served = 0
      while (served < PAGES) {
        const { requestsPerSecond } = await load(
          { url: `${app.url}/dashboard`, pid: app.pid, headers },
          { seconds: ROUND_SECONDS },
        )
        served += requestsPerSecond * ROUND_SECONDS
      }
      const atEnd: Measured = { what: `at the end of ${PAGES} dashboards`, value: residentMb(), unit: 'MB' }
      return [atRest, atEnd, await kept(`after ${PAGES} dashboards`, 350)]
    } finally {
      await app.stop()
    }
  },
}
