import { setTimeout as pause } from 'node:timers/promises'
import { createId } from '#/lib/create-id.ts'
import { demoPassword } from '../../../bench/demo-session.ts'
import type { FeatureBenches } from '../../../bench/feature-benches.ts'
import { cpuMs } from '../../../bench/processes.ts'
import type { Bench } from '../../../bench/report.ts'
import { headersOf, queryPath, write } from '../../../bench/requests.ts'
import { connectEmbedded } from '../../../tests/support/embedded-database.ts'
import { signedInClient, type HttpClient } from '../../../tests/support/http-client.ts'
import { startApp } from '../../../tests/support/running-app.ts'

const STREAMS = 200
// A user may have 20 streams open.
const EACH = 20
const CHANGES = 30
const QUIET_MS = 400
// Of the mixed load.
const FEW_STREAMS = 10

/** What a change to a workspace's to-dos costs the application while many streams follow them. */
const bench: Bench = {
  how: `${STREAMS} streams of ${STREAMS / EACH} members of one workspace, ${CHANGES} changes one after the other`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const leave = new AbortController()
    try {
      const owner = await signedInClient(app.url, { email: 'ada@example.com', password: demoPassword })
      const members = await Promise.all(
        Array.from({ length: STREAMS / EACH }, (_, index) => signUp(app.url, index)),
      )
      await makeMembers(app.dataDir)
      let events = 0
      const streams = members.flatMap((client) =>
        Array.from({ length: EACH }, () =>
          follow(app.url, {
            client,
            signal: leave.signal,
            heard: (text) => (events += [...text.matchAll(/^id: /gm)].length),
          }),
        ),
      )
      await Promise.all(streams)
      await until(() => events >= STREAMS)
      const costOf = async (count: number) => {
        const before = cpuMs(app.pid)
        for (let change = 0; change < count; change++) {
          const expected = events + STREAMS
          await write(owner, 'todos.create', { text: `Change ${change}` })
          await until(() => events >= expected)
        }
        return (cpuMs(app.pid) - before) / count
      }
      await costOf(CHANGES)
      const followed = await costOf(CHANGES)
      leave.abort()
      await pause(QUIET_MS)
      return [
        {
          what: `a change that ${STREAMS} streams follow, CPU of the application`,
          value: followed,
          unit: 'ms',
          aim: { atMost: 15 },
        },
      ]
    } finally {
      leave.abort()
      await app.stop()
    }
  },
}

async function signUp(url: string, index: number): Promise<HttpClient> {
  const account = { email: `follower${index}@example.com`, password: demoPassword }
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Follower ${index}`, ...account }),
  })
  if (!answer.ok) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`)
  return signedInClient(url, account)
}

/** Adds the followers to the organization of the demo's first user. */
async function makeMembers(dataDir: string): Promise<void> {
  const database = await connectEmbedded(dataDir)
  try {
    const { rows } = await database.query<{ id: string }>(
      `select m.organization_id as id from member m join "user" u on u.id = m.user_id where u.email = 'ada@example.com' limit 1`,
    )
    const id = rows[0]?.id
    await database.query(
      `insert into member (id, organization_id, user_id, role, created_at)
       select gen_random_uuid(), $1, id, 'member', now() from "user" where email like 'follower%'`,
      [id],
    )
    await database.query(
      `update session set active_organization_id = $1 from "user" u
       where u.id = session.user_id and (u.email like 'follower%' or u.email = 'ada@example.com')`,
      [id],
    )
  } finally {
    await database.end()
  }
}

type Follower = { client: HttpClient; signal: AbortSignal; heard: (text: string) => void }

/** Resolves when the stream is open; reads it until `signal` is aborted. */
async function follow(url: string, { client, signal, heard }: Follower): Promise<void> {
  const response = await fetch(url + queryPath('todos.changes'), {
    headers: { ...headersOf(url, client), accept: 'text/event-stream' },
    signal,
  })
  if (!response.ok || !response.body) throw new Error(`todos.changes answered ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      heard(value)
    }
  })().catch(() => {})
}

/** Opens streams, creates a to-do, and closes them once each has received it. */
async function followToDo(client: HttpClient, url: string): Promise<void> {
  const leave = new AbortController()
  const heard = Array.from({ length: FEW_STREAMS }, () => '')
  await Promise.all(
    heard.map((_, at) => follow(url, { client, signal: leave.signal, heard: (text) => (heard[at] += text) })),
  )
  const text = `To-do ${createId()}`
  const id = await write(client, 'todos.create', { text })
  await until(() => heard.every((all) => all.includes(text)))
  leave.abort()
  await write(client, 'todos.delete', { id })
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 60_000
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('The streams did not hear of a change')
    await pause(5)
  }
}

export const benches: FeatureBenches = {
  own: { streams: async () => bench },
  load: [{ everySeconds: 3, act: followToDo }],
}
