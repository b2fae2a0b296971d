import { sql } from 'drizzle-orm'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { startSmtpServer } from '@plinth/testing/servers/smtp-server.ts'
import { openApp, PASSWORD, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newEmail, signUp } from '@plinth/testing/http/users.ts'

const DAYS = 8
const MAILS = 12
const ada = { email: 'ada@example.com', password: PASSWORD }

/** An instance on a machine whose clock is wrong by that many days. */
const wrongBy = (days: number) => ({
  NODE_OPTIONS: `--import=${fileURLToPath(import.meta.resolve('@plinth/testing/clock-ahead.mjs'))}`,
  CLOCK_AHEAD_MS: String(days * 86_400_000),
})

let right: AppUnderTest
let wrong: { ahead: RunningApp; behind: RunningApp }
beforeAll(async () => {
  const smtp = await startSmtpServer()
  const env = { BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET, SMTP_URL: smtp.url }
  right = await openApp(env)
  const beside = (days: number) =>
    startApp({ env: { ...env, APP_URL: right.url, DATABASE_URL: right.database.url, ...wrongBy(days) } })
  const [ahead, behind] = await Promise.all([beside(DAYS), beside(-DAYS)])
  wrong = { ahead, behind }
  atEnd(async () => {
    await Promise.all([ahead.stop(), behind.stop()])
    await smtp.close()
  })
})

/** A browser that reaches each instance with the origin of the correct one. */
const clientOf = ({ url }: { url: string }) => createHttpClient(url, right.url)

async function signedIn(app: { url: string }) {
  const client = clientOf(app)
  expect((await client.post('/api/auth/sign-in/email', ada)).status).toBe(200)
  return client
}

describe.each(['ahead', 'behind'] as const)('an instance whose clock is 8 days %s', (which) => {
  test('reports it in its log', () => {
    expect(wrong[which].output()).toContain("this machine's clock differs from the database's")
    expect(right.output()).not.toContain("this machine's clock differs")
  })

  test('enforces a ban until its end and no longer', async () => {
    const { email } = await signUp(right)
    const ends = async (interval: string) => {
      const { rows } = await right.db.execute<{ until: string }>(
        sql`update "user" set banned = true, ban_reason = 'Spam', ban_expires = now() + ${interval}::interval where email = ${email} returning ban_expires as until`,
      )
      return new Date(rows[0]?.until ?? NaN).toISOString()
    }
    const until = await ends('3 days')
    const refused = await clientOf(wrong[which]).post('/api/auth/sign-in/email', {
      email,
      password: PASSWORD,
    })
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'errors:banned', params: expect.objectContaining({ until }) }),
    ])
    expect(
      (await clientOf(right).post('/api/auth/sign-in/email', { email, password: PASSWORD })).status,
    ).toBe(403)
    await ends('-1 hour')
    expect(
      (await clientOf(wrong[which]).post('/api/auth/sign-in/email', { email, password: PASSWORD })).status,
    ).toBe(200)
  })

  test('creates sessions of seven days that every instance accepts, and accepts those of others', async () => {
    const client = await signedIn(wrong[which])
    const { rows } = await right.db.execute<{ hours: number; seen: number }>(
      sql`select extract(epoch from expires_at - now())::float8 / 3600 as hours, extract(epoch from now() - updated_at)::float8 as seen
          from session order by proved_at desc limit 1`,
    )
    expect(rows[0]?.hours).toBeGreaterThan(7 * 24 - 0.1)
    expect(rows[0]?.hours).toBeLessThan(7 * 24 + 0.1)
    expect(Math.abs(rows[0]?.seen ?? NaN)).toBeLessThan(60)
    const own = await signedIn(right)
    for (const { cookie } of [client, own]) {
      for (const { url } of [right, wrong.ahead, wrong.behind]) {
        const asked = (at: string) => fetch(url + at, { headers: { cookie: cookie() } })
        expect((await asked('/api/trpc/sessions.list')).status).toBe(200)
        expect(await (await asked('/api/auth/get-session')).json()).toMatchObject({
          user: { email: ada.email },
        })
      }
    }
  })

  test('accepts a link mailed by another instance, and the other accepts its links', async () => {
    for (const [from, to] of [
      [right, wrong[which]],
      [wrong[which], right],
    ] as const) {
      const { email } = await signUp(right)
      const client = clientOf(from)
      expect(
        (await client.post('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' }))
          .status,
      ).toBe(200)
      const link = await resetLink(email)
      const token = link.searchParams.get('token') ?? link.pathname.split('/').at(-1)
      const answer = await clientOf(to).post('/api/auth/reset-password', {
        token,
        newPassword: `${PASSWORD} neu`,
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    }
  })
})

async function resetLink(email: string): Promise<URL> {
  const [found] = await right.db
    .select({ links: mail.links })
    .from(mail)
    .where(sql`${mail.to} = ${email} and ${mail.template} = 'resetPassword'`)
  return new URL(found?.links[0] ?? '')
}

test('no mail is dropped, regardless of the instances that write and send it', async () => {
  const apps = [right, wrong.ahead, wrong.behind]
  for (let at = 0; at < MAILS; at++) {
    const answer = await clientOf(apps[at % apps.length] ?? right).post('/api/auth/sign-up/email', {
      firstName: 'Eva',
      lastName: 'Lux',
      email: newEmail(),
      password: PASSWORD,
    })
    expect(answer.status).toBe(200)
  }
  const counted = async () => {
    const { rows } = await right.db.execute<{ waiting: number; failed: number; long: number }>(
      sql`select count(*) filter (where sent_at is null and failed_at is null)::int as waiting, count(failed_at)::int as failed,
            count(*) filter (where expires_at > now() + interval '25 hours' or sent_at > now() + interval '1 minute')::int as long from mail`,
    )
    return rows[0]
  }
  await expect.poll(counted, { timeout: 90_000 }).toEqual({ waiting: 0, failed: 0, long: 0 })
})
