import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { writeAudit } from '#/audit/audit.server.ts'
import { anonymous } from '#/access/actor.ts'
import type { Transaction } from '#/db/database.server.ts'
import type { Env } from '#/env/env.server.ts'
import type { Log } from '#/log/log.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { defaultLanguage } from '#/i18n/languages.ts'
import { createId } from '#/lib/create-id.ts'
import { getBrand } from '#/brand.ts'
import { PASSWORD_LENGTH } from './auth.schema.ts'
import { landingWorkspace } from './landing-workspace.server.ts'
import { refuseBanned } from './administration/refuse-banned.server.ts'
import { deleteSessions } from './administration/delete-sessions.server.ts'
import { authTransaction, currentAuthTransaction } from './auth-context.server.ts'
import {
  mailAlreadyRegistered,
  mailResetLink,
  mailVerifyLink,
  requestingPage,
  RESET_LINK_MINUTES,
  provesMailbox,
} from './auth-mails.server.ts'
import * as tables from '#/identity/identity.table.server.ts'
import { libraryCookieOptions } from './cookies.server.ts'
import { afterPasswordReset } from './security/after-password-reset.server.ts'
import { sendAddressConfirmation } from './security/address-hooks.server.ts'
import type { Recipient } from './mail-user.server.ts'
import { createMailedCode, toVerify } from './security/mailed-code.server.ts'
import { readMailedLink, stampedToken } from './stamped-token.server.ts'
import { VERIFY_LINK_HOURS } from './verify-mail.ts'
import { hashPassword, verifyPassword } from './password.server.ts'

const SESSION_DAYS = 7

/** What a plugin of a feature needs to know. */
export type PluginSettings = { env: Env; secret: string }
export type AuthPlugins = (settings: PluginSettings) => readonly BetterAuthPlugin[]

/** What features bring to Better Auth. */
type AuthParts = {
  plugins: AuthPlugins
  /** The tables of the plugins, by the library's names. */
  tables: Readonly<Record<string, PgTable>>
}
type AuthOptions = PluginSettings & { log: Log; parts: AuthParts }

/** Columns of the user and the session that the library does not know. */
const userFields = {
  firstName: { type: 'string', required: false },
  lastName: { type: 'string', required: false },
  language: { type: 'string', required: false, input: false },
  securityStamp: { type: 'string', required: false, input: false, returned: false },
  provedElsewhere: { type: 'boolean', required: false, input: false, returned: false },
  twoFactorEnabled: { type: 'boolean', required: false, input: false, defaultValue: false },
  role: { type: 'string', required: false, input: false, defaultValue: 'user' },
  banned: { type: 'boolean', required: false, input: false, defaultValue: false },
  banReason: { type: 'string', required: false, input: false },
  banExpires: { type: 'date', required: false, input: false },
} as const

const sessionFields = {
  reauthenticatedAt: { type: 'date', required: false, input: false },
  impersonatedBy: { type: 'string', required: false, input: false },
  impersonatorSessionId: { type: 'string', required: false, input: false, returned: false },
  activeOrganizationId: { type: 'string', required: false, input: false },
} as const

const databaseHooks: BetterAuthOptions['databaseHooks'] = {
  user: {
    create: {
      before: async (user) => ({
        data: { ...user, language: currentRequest()?.language ?? defaultLanguage },
      }),
      after: async (user) => audit(user.id, 'user.signUp'),
    },
  },
  session: {
    create: {
      before: async (session) => {
        await refuseBanned(authTransaction(), session.userId)
        const activeOrganizationId = await landingWorkspace(authTransaction().tx, session.userId)
        // A session that replaces another keeps its authentication time.
        const reauthenticatedAt = session.reauthenticatedAt ?? new Date()
        return { data: { ...session, activeOrganizationId, reauthenticatedAt } }
      },
      after: async (session) => void authTransaction().newSessions.push(session.id),
    },
    delete: {
      // Deletes in place of the library, which then finds nothing left to delete.
      before: async ({ id }) => void (await deleteSessions(authTransaction().tx, eq(tables.session.id, id))),
    },
  },
}

/**
 * Better Auth on our tables. Only `handleAuthRequest` may call it: it opens the transaction that its rows,
 * the audit entry and the mail share. Throws when called outside of one.
 */
export function createAuth({ env, secret, log, parts }: AuthOptions) {
  const stamped = (token: string) => stampedToken(authTransaction().tx, token, secret)
  return betterAuth({
    appName: getBrand().name,
    baseURL: env.APP_URL,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [env.APP_URL],
    telemetry: { enabled: false },
    logger: {
      log: (level, message, ...details) => {
        if (level === 'debug' || level === 'info') return
        // Other details are dropped: they may contain user input.
        const err = details.find((detail) => detail instanceof Error)
        const request = currentAuthTransaction()
        if (request) request.reports.push({ level, message, err })
        else log[level](err ? { err } : {}, message)
      },
    },
    database: drizzleAdapter(requestDatabase, {
      provider: 'pg',
      schema: { ...tables, ...parts.tables },
      transaction: false,
    }),
    user: {
      additionalFields: userFields,
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, token }) =>
          sendAddressConfirmation({ id: user.id, newEmail, token: await stamped(token) }, env.APP_URL),
      },
    },
    session: {
      expiresIn: SESSION_DAYS * 86_400,
      // "Last seen" is accurate to the hour.
      updateAge: 3600,
      // Endpoints check for recent authentication themselves.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: sessionFields,
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      requireEmailVerification: env.AUTH_REQUIRE_VERIFIED_EMAIL,
      // The response for a taken address must have every field of a real user, or the difference reveals it.
      customSyntheticUser: ({ coreFields, additionalFields, id }) => ({
        ...coreFields,
        role: 'user',
        banned: false,
        banReason: null,
        banExpires: null,
        ...additionalFields,
        language: currentRequest()?.language ?? defaultLanguage,
        id,
      }),
      resetPasswordTokenExpiresIn: RESET_LINK_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
      sendResetPassword: ({ user, token }) => mailResetLink(user, { appUrl: env.APP_URL, token }),
      onPasswordReset: ({ user }) => afterPasswordReset(user),
      onExistingUserSignUp: ({ user }) => mailAlreadyRegistered(user, env.APP_URL),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: VERIFY_LINK_HOURS * 3600,
      sendVerificationEmail: ({ user, token, url }, request) =>
        sendVerification({ user, token, url, isSignUp: isSignUp(request) }, { env, secret }),
    },
    verification: { storeIdentifier: 'hashed' },
    // By users who have just authenticated; a sign-in joins no account with another address.
    account: { accountLinking: { enabled: true, allowDifferentEmails: true } },
    advanced: {
      ...libraryCookieOptions(env.APP_URL),
      // Set by `libraryRequest` to the client's address, replacing what a client sends under this name.
      ipAddress: { ipAddressHeaders: ['x-app-client-ip'] },
      database: { generateId: () => createId() },
    },
    // handleAuthRequest limits by address and by account, correctly under races and across instances.
    rateLimit: { enabled: false },
    databaseHooks,
    onAPIError: { errorURL: '/login' },
    plugins: [...parts.plugins({ env, secret })],
  })
}

export type Auth = ReturnType<typeof createAuth>

const isSignUp = (request: Request | undefined) =>
  request !== undefined && new URL(request.url).pathname.endsWith('/sign-up/email')

type Verification = {
  user: Recipient & { id: string }
  token: string
  /** The library's own link. */
  url: string
  isSignUp: boolean
}

/**
 * Mails the link that verifies an address. With it goes a code where somebody is signed in who can type it,
 * and nothing at a sign-up from a page whose own mail proves the mailbox, such as an invitation: accepting it
 * verifies the address.
 */
async function sendVerification(
  { user, token, url, isSignUp: signsUp }: Verification,
  { env, secret }: PluginSettings,
): Promise<void> {
  const { tx } = authTransaction()
  const redirect = requestingPage(url, env.APP_URL)
  const needsSession = !env.AUTH_REQUIRE_VERIFIED_EMAIL
  if (signsUp && needsSession && redirect && (await provesMailbox(tx, redirect, user.email))) return
  const stamped = await stampedToken(tx, token, secret)
  const link = await readMailedLink(tx, stamped, secret)
  const code =
    needsSession && link?.purpose === 'verify'
      ? await createMailedCode(tx, toVerify(link.holder), secret)
      : undefined
  await mailVerifyLink(user, { appUrl: env.APP_URL, token: stamped, redirect, code })
}

/** Runs Better Auth's queries in the transaction of the current request. */
const requestDatabase = {
  select: (fields?: Parameters<Transaction['select']>[0]) =>
    fields ? authTransaction().tx.select(fields) : authTransaction().tx.select(),
  insert: (table: Parameters<Transaction['insert']>[0]) => authTransaction().tx.insert(table),
  update: (table: Parameters<Transaction['update']>[0]) => authTransaction().tx.update(table),
  delete: (table: Parameters<Transaction['delete']>[0]) => authTransaction().tx.delete(table),
}

async function audit(userId: string, action: string): Promise<void> {
  const { tx } = authTransaction()
  await writeAudit(tx, anonymous, { action, actorId: userId, target: { type: 'user', id: userId } })
}
