import { expect } from 'vitest'
import type { MailboxEntry } from '@plinth/core/mail/server'
import { createHttpClient, type HttpClient } from '../http-client.ts'
import { PASSWORD, type AppUnderTest } from './open-app.ts'

let users = 0

/** An address that no user has yet. */
export function newEmail(): string {
  users += 1
  return `person${users}-${process.pid}@example.org`
}

export type NewUser = { email: string; client: HttpClient; answer: Response }

/** Signs up over HTTP with PASSWORD. Fails the test when that is rejected. */
export async function signUp(app: AppUnderTest, values: Record<string, unknown> = {}): Promise<NewUser> {
  const email = newEmail()
  const client = createHttpClient(app.url)
  const answer = await client.post('/api/auth/sign-up/email', {
    firstName: 'Eva',
    lastName: 'Lux',
    email,
    password: PASSWORD,
    ...values,
  })
  expect(answer.status).toBe(200)
  return { email, client, answer }
}

/** Signs in over HTTP in a new browser. */
export const signIn = (
  app: AppUnderTest,
  email: string,
  { password = PASSWORD, ...more }: Record<string, unknown> = {},
) => createHttpClient(app.url).post('/api/auth/sign-in/email', { email, password, ...more })

export type MailSeen = Omit<MailboxEntry, 'createdAt'>

/** The mails of local mode to one address, newest first. */
export async function mailsTo(app: AppUnderTest, email: string): Promise<MailSeen[]> {
  return (await (
    await fetch(`${app.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  ).json()) as MailSeen[]
}

/** The URL in the button of the newest mail. */
export async function newestLink(app: AppUnderTest, email: string): Promise<URL> {
  const [mail] = await mailsTo(app, email)
  expect(mail, `no mail to ${email}`).toBeDefined()
  return new URL(mail?.links[0] ?? '')
}

/** Posts what the page of a link that verifies or changes an address posts. */
export const followLink = (
  client: HttpClient,
  link: URL | string | undefined,
  known?: { email: string; password: string },
) =>
  client.post('/api/auth/verify-email', { token: URL.parse(link ?? '')?.searchParams.get('token'), ...known })

/** Whether the browser is signed in. Fails the test unless Better Auth, tRPC and a page agree. */
export async function isSignedIn(client: HttpClient): Promise<boolean> {
  const session: unknown = await (await client.get('/api/auth/get-session')).json()
  const call = (await client.get('/api/trpc/sessions.list')).status
  const page = (await client.get('/dashboard')).status
  const answer = session !== null
  expect([call, page]).toEqual(answer ? [200, 200] : [401, 307])
  return answer
}
