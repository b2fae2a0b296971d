// Every endpoint of Better Auth that can create a session, found in the library's source and compared with
// our verdicts. An endpoint added by a new version or plugin fails here until somebody decides how it asks
// for the second factor.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog } from '@plinth/core/verb/server'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { createAuth } from '@plinth/core/internal/auth/auth.server.ts'
import { session } from '@plinth/core/database/server'
import { isSignInPath } from '../server/second-factor-plugin.server.ts'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { libraryEndpointsOf } from '../../../../tests/matrix/library-endpoints.ts'
import { projectRoot, sourceFiles } from '@plinth/testing/programs/project-copy.ts'
import { featureFixtures, type WayToASession } from '@plinth/testing/feature-fixtures.ts'
import { testLog } from '@plinth/testing/test-database.ts'
import { totpOf } from '@plinth/testing/totp.ts'
import { sharedApp, PASSWORD, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { mailsTo, newEmail, signUp, followLink } from '@plinth/testing/http/users.ts'
import { isSignedInNow, mailedCode } from '@plinth/testing/http/verified-user.ts'
import { withPendingSecondFactor, userWithAuthenticator, type TwoFactorUser } from './second-factor-users.ts'

const { endpoints: authEndpoints, parts: authParts } = await authRegistry()

type Verdict =
  /** The second factor is required; `callback` is tested with the providers, against a running provider. */
  | 'asked'
  | 'callback'
  /** Is itself the second factor, or both factors in one. */
  | 'given'
  /** Only for signed-in users, as the same user. */
  | 'renewed'
  /**
   * An administrator impersonates a user after re-authenticating, and stops:
   * packages/core/test/http/impersonation.test.ts.
   */
  | 'borrowed'
  /** Nobody with a second factor can use it: the user is new. */
  | 'new'
  /** Better Auth would sign in; our configuration does not. */
  | 'none'
  | 'closed'

const verdicts: Record<string, Verdict> = {
  '/sign-in/email': 'asked',
  '/sign-in/social': 'callback',
  '/callback/:id': 'callback',
  '/two-factor/verify-totp': 'given',
  '/two-factor/verify-otp': 'given',
  '/two-factor/verify-backup-code': 'given',
  '/passkey/verify-authentication': 'given',
  '/sign-up/email': 'new',
  '/verify-email': 'none',
  '/passkey/verify-registration': 'none',
  '/change-email': 'renewed',
  '/change-password': 'renewed',
  '/get-session': 'renewed',
  '/update-user': 'renewed',
  '/two-factor/enable': 'renewed',
  '/two-factor/disable': 'renewed',
  '/update-session': 'closed',
  '/admin/impersonate-user': 'borrowed',
  '/admin/stop-impersonating': 'borrowed',
}

const makesSession = /\bcreateSession\(|\bsetSessionCookie\(|\bvalid\(ctx\)/

/** Paths of the library whose handlers create a session or set its cookie, read from its source. */
function pathsThatMakeSessions(): string[] {
  const folders = ['better-auth/dist/api/routes', 'better-auth/dist/plugins', '@better-auth/passkey/dist']
  const texts = folders.flatMap((folder) => {
    const absolute = path.join(projectRoot, 'node_modules', folder)
    if (!existsSync(absolute)) return []
    return sourceFiles('**/*.mjs', absolute).map((file) => readFileSync(path.join(absolute, file), 'utf8'))
  })
  const parts = texts.flatMap((text) => text.split(/createAuthEndpoint\((?=["'`])/).slice(1))
  return parts.flatMap((part) => (makesSession.test(part) ? (/^["'`]([^"'`]+)/.exec(part)?.[1] ?? []) : []))
}

let app: AppUnderTest
let present: string[]
beforeAll(async () => {
  app = await sharedApp()
  const auth = createAuth({
    env: parseEnv({}),
    secret: publicSettings.BETTER_AUTH_SECRET,
    log: testLog,
    parts: authParts,
  })
  const library = new Set(libraryEndpointsOf(auth).map((endpoint) => endpoint.split(' ')[1] ?? ''))
  present = [...new Set(pathsThatMakeSessions())].filter((address) => library.has(address)).toSorted()
})

const isOpen = (address: string) =>
  authEndpoints.some(
    (row) => row.path === address || (address === '/callback/:id' && row.path.startsWith('/callback/')),
  )

test('each has a verdict, and those marked closed are not open', () => {
  expect(present.length).toBeGreaterThan(10)
  expect(present.filter((address) => !(address in verdicts))).toEqual([])
  expect(present.filter((address) => verdicts[address] === 'closed' && isOpen(address))).toEqual([])
})

test('each that signs a visitor in is rate-limited by address, and the plugin covers it if it is a first factor', () => {
  for (const row of authEndpoints) {
    const verdict = verdicts[row.path.startsWith('/callback/') ? '/callback/:id' : row.path]
    // A callback consumes the state of an authorization start, which is counted.
    if (verdict === 'asked' || verdict === 'given' || verdict === 'new')
      expect(row.perAddress, row.path).toBeDefined()
    if (verdict === 'asked' || verdict === 'callback') expect(isSignInPath(row.path), row.path).toBe(true)
  }
})

type Way = (client: HttpClient, user: TwoFactorUser & { app: AppUnderTest }) => Promise<HttpClient>

const post = async (client: HttpClient, address: string, body: object) => {
  expect((await client.post(`/api/auth${address}`, body)).status).toBe(200)
  return client
}

const ways: Record<string, Way> = {
  ...(Object.assign({}, ...featureFixtures.map(({ waysToASession }) => waysToASession)) as Record<
    string,
    WayToASession
  >),
  '/sign-in/email': (client, { email }) => post(client, '/sign-in/email', { email, password: PASSWORD }),
  '/two-factor/verify-totp': async (_, { email, totpURI }) =>
    post(await withPendingSecondFactor(app, email), '/two-factor/verify-totp', { code: totpOf(totpURI) }),
  '/two-factor/verify-otp': async (_, { email }) => {
    const pending = await post(await withPendingSecondFactor(app, email), '/two-factor/send-otp', {})
    return post(pending, '/two-factor/verify-otp', { code: await mailedCode(app, email) })
  },
  '/two-factor/verify-backup-code': async (_, { email, backupCodes }) =>
    post(await withPendingSecondFactor(app, email), '/two-factor/verify-backup-code', {
      code: backupCodes[0],
    }),
  '/verify-email': async (client, { email, client: own }) => {
    await post(own, '/change-email', { newEmail: newEmail() })
    const [mail] = await mailsTo(app, email)
    await followLink(client, mail?.links[0])
    return client
  },
}

test.each(Object.entries(ways).filter(([address]) => isOpen(address)))(
  'a user with a second factor using %s',
  async (address, way) => {
    const user = await userWithAuthenticator(app)
    const signIns = () =>
      app.db.$count(auditLog, and(eq(auditLog.targetId, user.id), eq(auditLog.action, 'session.create')))
    const [sessions, signInsBefore] = [
      await app.db.$count(session, eq(session.userId, user.id)),
      await signIns(),
    ]
    const client = await way(createHttpClient(app.url), { ...user, app })
    const isGiven = verdicts[address] === 'given'
    expect(await isSignedInNow(client)).toBe(isGiven)
    expect((await app.db.$count(session, eq(session.userId, user.id))) - sessions).toBe(isGiven ? 1 : 0)
    expect((await signIns()) - signInsBefore).toBe(isGiven ? 1 : 0)
  },
)

test('a sign-up gives a session to a new user only, and writes its audit entry', async () => {
  const { email } = await userWithAuthenticator(app)
  const client = createHttpClient(app.url)
  const taken = await client.post('/api/auth/sign-up/email', {
    firstName: 'Eva',
    lastName: 'Lux',
    email,
    password: PASSWORD,
  })
  expect([taken.status, await isSignedInNow(client)]).toEqual([422, false])
  expect(await isSignedInNow((await signUp(app)).client)).toBe(true)
})
