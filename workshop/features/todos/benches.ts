import { setTimeout as pause } from 'node:timers/promises'
import { createId } from '@plinth/core/internal/lib/create-id.ts'
import { demoPassword } from '../../bench/demo-session.ts'
import type { FeatureBenches } from '../../bench/feature-benches.ts'
import { cpuMs } from '../../bench/processes.ts'
import type { Bench, Measured } from '../../bench/report.ts'
import { queryPath, write } from '../../bench/requests.ts'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'

const SIZES = [10, 50, 200, 2000]
// An instance has 300 places for streams, 20 for a user.
const PER_INSTANCE = 250
const PER_USER = 20
const CHANGES = 30
const AIM = { streams: 200, atMostMs: 15 }
const QUIET_MS = 400
// Of the mixed load.
const FEW_STREAMS = 10

/** What a change to a workspace's to-dos costs the application while streams follow them, few or many. */
const bench: Bench = {
  how: `${SIZES.join(', ')} streams of members of one workspace, at most ${PER_INSTANCE} on an instance; ${CHANGES} changes one after the other`,
  async run() {
    const rows: Measured[] = []
    for (const size of SIZES) rows.push(await streams(size))
    return rows
  },
}

async function streams(size: number): Promise<Measured> {
  const env = { DEMO_PASSWORD: demoPassword, TRUSTED_PROXIES: '127.0.0.1' }
  const first = await startApp({ env })
  const apps = [first]
  const leave = new AbortController()
  try {
    while (apps.length * PER_INSTANCE < size) apps.push(await startApp({ env, dataDir: first.dataDir }))
    const owner = await signedInClient(first.url, {
      email: 'ada@example.com',
      password: demoPassword,
    })
    const here = Math.min(size, PER_INSTANCE)
    const followers: { url: string; cookie: string }[] = []
    for (const { url } of apps)
      for (let taken = 0; taken < here; taken += PER_USER)
        followers.push({ url, cookie: await signUp(url, followers.length) })
    await makeMembers(first.dataDir)
    let events = 0
    const heard = (text: string) => (events += [...text.matchAll(/^id: /gm)].length)
    for (const [at, { url, cookie }] of followers.entries()) {
      const perApp = followers.length / apps.length
      const each = Math.min(PER_USER, here - (at % perApp) * PER_USER)
      await Promise.all(
        Array.from({ length: each }, () => follow(url, { cookie, signal: leave.signal, heard })),
      )
    }
    await until(() => events >= size)
    const costOf = async (count: number) => {
      const spent = () => apps.reduce((sum, app) => sum + cpuMs(app.pid), 0)
      const before = spent()
      for (let change = 0; change < count; change++) {
        const expected = events + size
        await write(owner, 'todos.create', { text: `Change ${change}` })
        await until(() => events >= expected)
      }
      return (spent() - before) / count
    }
    await costOf(CHANGES)
    const followed = await costOf(CHANGES)
    const where = apps.length === 1 ? '' : ` on ${apps.length} instances together`
    return {
      what: `a change that ${size} streams follow, CPU of the application${where}`,
      value: followed,
      unit: 'ms',
      ...(size === AIM.streams ? { target: { atMost: AIM.atMostMs } } : {}),
    }
  } finally {
    leave.abort()
    await pause(QUIET_MS)
    for (const app of apps.toReversed()) await app.stop()
  }
}

/** Returns the Cookie header of a new user, who has an address of their own. */
async function signUp(url: string, index: number): Promise<string> {
  const account = { email: `follower${index}@example.com`, password: demoPassword }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        origin: url,
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.0.${index + 1}`,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  }
  await post('/api/auth/sign-up/email', { name: `Follower ${index}`, ...account })
  return (await post('/api/auth/sign-in/email', account)).join('; ')
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

type Follower = {
  cookie: string
  signal: AbortSignal
  heard: (text: string) => void
}

/** Resolves when the stream is open; reads it until `signal` is aborted. */
async function follow(url: string, { cookie, signal, heard }: Follower): Promise<void> {
  const response = await fetch(url + queryPath('todos.changes'), {
    headers: { origin: url, cookie, accept: 'text/event-stream' },
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
    heard.map((_, at) =>
      follow(url, {
        cookie: client.cookie(),
        signal: leave.signal,
        heard: (text) => (heard[at] += text),
      }),
    ),
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
