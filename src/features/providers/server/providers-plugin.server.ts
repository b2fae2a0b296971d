import { createAuthorizationURL, type OAuthProvider } from '@better-auth/core/oauth2'
import type { BetterAuthPlugin } from 'better-auth'
import { and, eq } from 'drizzle-orm'
import { anonymous } from '@plinth/core/access'
import { authTransaction, ownerKnown, ownerProved, ownerProvedByProvider } from '@plinth/core/auth/server'
import { account, user } from '@plinth/core/database/server'
import { mailUser } from '@plinth/core/mail/server'
import { writeAudit } from '@plinth/core/verb/server'
import type { CheckedCallback, ProviderClient, ProviderProfile } from './provider-client.server.ts'
import { providerLabels, providerNames } from '../providers.ts'
import { joinName } from '@plinth/core/format'

/**
 * Google and GitHub for Better Auth, which creates and reads the state and decides about accounts.
 * `onCallback` fetches and checks the profile before the transaction begins. No token reaches Better Auth, so
 * none is stored.
 */
export function providersPlugin(clients: readonly ProviderClient[]) {
  return {
    id: 'checked-providers',
    init: () => ({
      context: { socialProviders: clients.map(asBetterAuthProvider) },
      options: {
        databaseHooks: {
          user: { create: { after: afterUserMade } },
          account: { create: { after: afterAccountMade } },
        },
      },
    }),
  } satisfies BetterAuthPlugin
}

function asBetterAuthProvider(client: ProviderClient): OAuthProvider {
  const { name, clientId, issuer, authorizationEndpoint, scopes, hasNonce } = client
  return {
    id: name,
    name: providerLabels[name],
    issuer,
    requiresIdTokenNonce: hasNonce,
    accountSubject: ({ profile }) => (profile as ProviderProfile).subject,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id: name,
        options: { clientId },
        authorizationEndpoint,
        state,
        codeVerifier,
        redirectURI,
        scopes: [...scopes],
        nonce: idTokenNonce,
        // Lets users with several accounts at the provider choose one, above all when linking.
        prompt: 'select_account',
      }),
    validateAuthorizationCode: async () => (authTransaction().carried.provider ? {} : null),
    async getUserInfo() {
      const { provider } = authTransaction().carried
      if (!provider) return null
      const { profile } = provider
      await proveKnownAddress(client, provider)
      const { email, emailVerified, firstName, lastName } = profile
      const known = {
        email,
        emailVerified,
        firstName,
        lastName: lastName || undefined,
        name: joinName(profile),
      }
      return { user: known, data: profile }
    },
  }
}

/**
 * Treats an address verified by the provider as proved here, for a user who has signed in with this provider
 * before or is about to join a verified account.
 */
async function proveKnownAddress(
  { name }: ProviderClient,
  { profile: { subject, email, emailVerified }, linksTo }: CheckedCallback,
): Promise<void> {
  const { tx } = authTransaction()
  if (!emailVerified) return
  const [known] = await tx
    .select({ id: user.id, email: user.email, linkId: account.id })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(account.providerId, name), eq(account.accountId, subject)))
  if (known && known.email !== email) return
  const [joined] = known
    ? []
    : await tx
        .select({ id: user.id })
        .from(user)
        .where(and(eq(user.email, email), user.emailVerified))
  const id = known?.id ?? joined?.id
  if (id === undefined) return
  if (linksTo === undefined) await ownerProvedByProvider(tx, id, { accountId: known?.linkId })
  // Linking an account that has another user's address proves nothing for them.
  else if (linksTo === id) await ownerProved(tx, id)
}

async function afterUserMade({
  id,
  email,
  emailVerified,
}: {
  id: string
  email: string
  emailVerified: boolean
}): Promise<void> {
  const {
    tx,
    carried: { provider },
  } = authTransaction()
  if (!provider) return
  provider.isNewUser = true
  if (!emailVerified) return
  await writeAudit(tx, anonymous, { action: 'user.verifyEmail', actorId: id, target: { type: 'user', id } })
  await ownerKnown(tx, { id, email })
}

async function afterAccountMade({
  userId,
  providerId,
}: {
  userId: string
  providerId: string
}): Promise<void> {
  const { tx, carried } = authTransaction()
  const provider = providerNames.find((name) => name === providerId)
  if (!carried.provider || !provider) return
  await writeAudit(tx, anonymous, {
    action: 'account.link',
    actorId: userId,
    target: { type: 'user', id: userId },
    details: { provider },
  })
  if (!carried.provider.isNewUser)
    await mailUser(tx, userId, { template: 'providerLinked', params: { provider: providerLabels[provider] } })
}
