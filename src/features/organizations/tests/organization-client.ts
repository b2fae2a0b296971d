import superjson from 'superjson'
import { type Db, session } from '@plinth/core/database/server'
import { eq } from 'drizzle-orm'
import {
  actorOf,
  createSession,
  createUser,
  type TestOrganization,
  type TestUser,
} from '@plinth/testing/factories.ts'

export type Answer = {
  status: number
  body: Record<string, unknown> & { code?: string; field?: string; id?: string }
}

/** A signed-in user who calls one instance like the pages do. */
export type User = {
  user: TestUser
  cookie: string
  /** Calls a mutation of `organizations`; `at` is the URL of another instance. */
  act(name: string, input?: unknown, at?: string): Promise<Answer>
  /** Calls a tRPC query. Returns its data, or the code of the error. */
  query(path: string, input?: unknown): Promise<Answer>
  mutate(path: string, input: unknown, at?: string): Promise<Answer>
  activeOrganization(): Promise<string | null | undefined>
}

export type Stage = { url: string; db: Db; secret: string }

/** A new user with a session in that workspace; `values` are columns of the user. */
export async function signIn(
  stage: Stage,
  active?: TestOrganization,
  values: Parameters<typeof createUser>[1] = {},
): Promise<User> {
  return userOf(stage, await createUser(stage.db, values), active)
}

/** A session of an existing user. */
export async function userOf(stage: Stage, user: TestUser, active?: TestOrganization): Promise<User> {
  const { token, ...created } = await createSession(stage.db, actorOf(user, active), { secret: stage.secret })
  const cookie = created.cookie(stage.url)
  const send = (at: string, path: string, init: RequestInit = {}) =>
    fetch(at + path, {
      ...init,
      redirect: 'manual',
      headers: { origin: stage.url, cookie, 'content-type': 'application/json' },
    })
  const trpc = async (path: string, init?: RequestInit, at = stage.url) => {
    const response = await send(at, `/api/trpc/${path}`, init)
    const { result, error } = (await response.json()) as {
      result?: { data: { json: object } }
      error?: { json: { data: { app: { code: string; params: object; fields?: object } } } }
    }
    const refused = error?.json.data.app
    return {
      status: response.status,
      body: refused
        ? { ...refused.params, code: refused.code, fields: refused.fields }
        : superjson.deserialize<Answer['body']>(result?.data as never),
    }
  }
  const mutate = (path: string, input?: unknown, at?: string) =>
    trpc(path, { method: 'POST', body: JSON.stringify(superjson.serialize(input)) }, at)
  return {
    user,
    cookie,
    act: (name, input, at) => mutate(`organizations.${name}`, input, at),
    query: (path, input) =>
      trpc(`${path}?${new URLSearchParams({ input: JSON.stringify(superjson.serialize(input)) })}`),
    mutate,
    async activeOrganization() {
      const [row] = await stage.db
        .select({ active: session.activeOrganizationId })
        .from(session)
        .where(eq(session.token, token))
      return row?.active
    },
  }
}

/** How often each status occurred, with the code of errors: `{'200': 1, '409 errors:conflict': 9}`. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status === 200 ? '200' : `${status} ${body.code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
