import { setTimeout as pause } from 'node:timers/promises'
import { screens } from '@plinth/testing/browser/screens.ts'
import { createHttpClient, signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { demoPassword } from './demo-session.ts'
import { featureBenches } from './feature-benches.ts'
import { memory } from './processes.ts'
import { median, type Bench } from './report.ts'
import { bodyOf } from './requests.ts'

const MINUTES = 10
const USERS = ['ada', 'ben', 'cleo', 'dan']
const REST_MS = 60_000

const pages = screens.signedIn
  .filter(({ path, status }) => status === undefined && !path.includes(':'))
  .map(({ path }) => path)

/** Whether memory stays constant under a mixed load, and is given back after it. */
export const bench: Bench = {
  how: `${MINUTES} minutes: ${USERS.length} users who read all pages without a pause; every few seconds a sign-in, and what users do in each feature; resident memory of the application`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const over = new AbortController()
    const { signal } = over
    let times = 0
    async function repeat(everySeconds: number, act: () => Promise<unknown>): Promise<void> {
      while (!signal.aborted) {
        await act()
        times += 1
        if (everySeconds > 0) await pause(everySeconds * 1000, undefined, { signal }).catch(() => {})
      }
    }
    try {
      const clients = await Promise.all(USERS.map((name) => signedInClient(app.url, accountOf(name))))
      const [ada = createHttpClient(app.url)] = clients
      const load = Promise.all([
        ...clients.map((client) => repeat(0, () => readPages(client))),
        repeat(6, () => signInAndOut(app.url)),
        ...featureBenches
          .flatMap((feature) => feature.load ?? [])
          .map(({ everySeconds, act }) => repeat(everySeconds, () => act(ada, app.url))),
      ])
      const residentMb: number[] = []
      const watched = (async () => {
        while (residentMb.length < MINUTES) {
          await pause(60_000, undefined, { signal })
          residentMb.push(memory([app.pid]).residentBytes / 1_000_000)
          console.log(`  after ${residentMb.length} minutes: ${residentMb.at(-1)?.toFixed(0)} MB`)
        }
        over.abort()
      })()
      try {
        await Promise.all([load, watched])
      } finally {
        over.abort()
      }
      await pause(REST_MS)
      const kept = memory([app.pid]).residentBytes / 1_000_000
      return [
        ...residentMb.map((value, at) => ({ what: `after ${at + 1} minutes`, value, unit: 'MB' as const })),
        {
          // V8 lets the heap grow for some minutes.
          what: 'minutes 8 to 10 against minutes 5 to 7',
          value: median(residentMb.slice(7, 10)) / median(residentMb.slice(4, 7)),
          unit: 'x',
          target: { atMost: 1.1 },
        },
        { what: 'a minute later', value: kept, unit: 'MB', target: { atMost: 350 } },
        { what: 'rounds of all of it', value: times, unit: 'count' },
      ]
    } finally {
      await app.stop()
    }
  },
}

const accountOf = (name: string) => ({ email: `${name}@example.com`, password: demoPassword })

async function readPages(client: HttpClient): Promise<void> {
  for (const path of pages) await bodyOf(client.get(path), path)
}

async function signInAndOut(url: string): Promise<void> {
  const client = await signedInClient(url, accountOf('mei.tanaka'))
  await bodyOf(client.post('/api/auth/sign-out', {}), 'sign-out')
}
