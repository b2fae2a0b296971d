import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '@plinth/core/database/server'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newestLink, signIn, signUp } from '@plinth/testing/http/users.ts'

type Line = {
  level: string
  requestId?: string
  msg: string
  err?: { message: string; cause?: { message: string } }
}

let app: AppUnderTest
let user: { email: string; client: HttpClient }
beforeAll(async () => {
  app = await openApp({ LOG_LEVEL: 'debug' })
  user = await signUp(app)
})

/** Every line the process logs except the welcome message; each must be JSON. */
const linesOf = () =>
  app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

async function withoutTable<T>(name: string, work: () => Promise<T>): Promise<T> {
  await app.db.execute(sql`alter table ${sql.identifier(name)} rename to planted_away`)
  try {
    return await work()
  } finally {
    await app.db.execute(sql`alter table planted_away rename to ${sql.identifier(name)}`)
  }
}

describe('an internal failure', () => {
  const entryPoints: [string, string, (client: HttpClient) => Promise<Response>][] = [
    ['a procedure', 'account_export', (client) => client.get('/api/trpc/account.latestExport')],
    [
      'a batch',
      'account_export',
      (client) => client.get('/api/trpc/account.latestExport,account.latestExport?batch=1'),
    ],
    ['a write', 'account_export', (client) => client.post('/api/trpc/account.export', {})],
    ['a download', 'account_export', (client) => client.get('/api/account/export/0mwq4cwj6xzeent2w0u4do4b')],
    ['the guard of a page', 'session', (client) => client.get('/dashboard')],
    [
      'signing in',
      'account',
      (client) => client.post('/api/auth/sign-in/email', { email: user.email, password: 'canary-password' }),
    ],
    ['a session', 'session', (client) => client.get('/api/auth/get-session')],
    ['the mailbox for programs', 'mail', (client) => client.get('/dev/mailbox.json')],
    ['a file', 'file', (client) => client.get('/api/files/0mwq4cwj6xzeent2w0u4do4b')],
  ]

  test.each(entryPoints)(
    'of %s is reported as a code and a request id, which leads to the details in the log',
    async (_name, table, ask) => {
      const answer = await withoutTable(table, () => ask(user.client))
      const body = await answer.text()
      expect(answer.status, body).toBe(500)
      expect(body).not.toMatch(/planted|relation|Failed query|canary|node_modules|    at |42P01/)
      const id = answer.headers.get('x-request-id') ?? ''
      expect(id).toMatch(/^[\w-]{12}$/)
      expect(body).toContain(id)
      // The lines arrive through a pipe, perhaps after the response.
      const linesOfRequest = () =>
        JSON.stringify(linesOf().filter((line) => line.requestId === id && line.level === 'error'))
      await expect.poll(linesOfRequest).toContain(`relation \\"${table}\\" does not exist`)
    },
  )

  test('of a part of a page leaves the page, and is in the log with the request id', async () => {
    const answer = await withoutTable('audit_log', () => user.client.get('/dashboard'))
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toMatch(/planted|relation "|Failed query|node_modules|42P01/)
    const id = answer.headers.get('x-request-id') ?? ''
    const linesOfRequest = () =>
      JSON.stringify(linesOf().filter((line) => line.requestId === id && line.level === 'error'))
    await expect.poll(linesOfRequest).toContain('relation \\"audit_log\\" does not exist')
  })
})

test('no log line contains a password, a token, a cookie, a code or user content', async () => {
  const canaries = [
    'canary-of-a-password',
    'canary-of-a-new-password',
    'canary-of-a-title',
    'canary-of-a-content',
    'canary-of-a-search',
  ]
  const [password = '', next = '', title = '', content = '', search = ''] = canaries
  const { email, client } = await signUp(app, { password })
  const verifyToken = (await newestLink(app, email)).searchParams.get('token') ?? ''
  await client.get(`/verify-email?token=${verifyToken}`)
  await client.post('/api/auth/verify-email', { token: verifyToken })
  const write = async () => {
    await client.post('/api/auth/update-user', { firstName: title, lastName: content })
    await client.post('/api/trpc/account.requestDeletion', { json: { email: `${content}@example.org` } })
  }
  await write()
  await client.get(`/dashboard/settings?search=${search}`)
  await signIn(app, email, { password: `${password} wrong` })
  await client.post('/api/auth/request-password-reset', { email })
  const resetToken = (await newestLink(app, email)).searchParams.get('token') ?? ''
  await client.get(`/reset-password?token=${resetToken}`)
  // Each of them again while the database fails for it.
  for (const table of ['audit_log', 'account', 'verification', 'user', 'session', 'mail']) {
    await withoutTable(table, async () => {
      await write()
      await client.post('/api/auth/sign-in/email', { email, password })
      await client.post('/api/auth/reset-password', { token: resetToken, newPassword: next })
      await client.post('/api/auth/sign-up/email', {
        firstName: title,
        lastName: content,
        email: `new-${email}`,
        password,
      })
      await client.get(`/verify-email?token=${verifyToken}`)
      await client.post('/api/auth/verify-email', { token: verifyToken })
      await client.post('/api/auth/request-password-reset', { email })
    })
  }
  const tokens = await app.db.select({ token: session.token }).from(session)
  const secrets = [
    ...canaries,
    verifyToken,
    resetToken,
    ...tokens.map(({ token }) => token),
    ...client
      .cookie()
      .split(/; |=/)
      .filter((part) => part.length > 20),
  ]
  const log = app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')
  expect(linesOf().filter(({ level }) => level === 'error').length).toBeGreaterThan(10)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8)
    expect(log).not.toContain(secret)
  }
  expect(log).not.toContain(PASSWORD)
})

test('client input stays on one log line and sends no escape sequences to a terminal', async () => {
  const ugly = '\u001b[31mred\u001b[0m'
  await withoutTable('account', () =>
    fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        origin: app.url,
        'content-type': 'application/json',
        'user-agent': 'a{"level":"error","msg":"forged"}',
      },
      body: JSON.stringify({ email: user.email, password: `x\n{"level":"error","msg":"forged"}${ugly}` }),
    }),
  )
  expect(linesOf().some(({ msg }) => msg === 'forged')).toBe(false)
  expect(app.output()).not.toContain('\u001b')
  expect(await app.db.select({ id: session.id }).from(session).where(eq(session.token, 'x'))).toEqual([])
})
