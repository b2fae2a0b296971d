import { eq, like, ne, sql } from 'drizzle-orm'
import { auditLog } from '#/audit/audit.table.server.ts'
import { account, invitation, member, session, user, verification } from '#/identity/identity.table.server.ts'
import { userPreference } from '#/identity/user-preference.table.server.ts'
import { deleteSessions } from './administration/delete-sessions.server.ts'
import { passwordHashOf } from './security/recent-auth.server.ts'
import { knownDevice } from './security/security.table.server.ts'
import { plain, rowsOf, untilOwnerProof, type UserColumn } from './user-columns.server.ts'

const always = {
  ownerProof: 'ends',
  providerProof: 'ends',
  revokedTrust: 'ends',
  signedOut: 'stays',
  revokedAccess: 'ends',
} as const

/** The credentials and other user data of core. Features declare their own. */
export const coreUserColumns: readonly UserColumn[] = [
  rowsOf({
    column: session.userId,
    at: { ...always, revokedTrust: 'stays', signedOut: 'ends' },
    creation: { without: 'a sign-in is an authentication' },
    only: ({ sessionId }) => (sessionId === undefined ? undefined : ne(session.id, sessionId)),
    delete: deleteSessions,
  }),
  rowsOf({
    column: session.impersonatedBy,
    at: { ...always, revokedTrust: 'stays' },
    creation: { without: 'ends with the session that began it' },
    delete: deleteSessions,
  }),
  // The password. A link proves the mailbox of the user who chose it, or is opened by the owner, who then
  // resets it; a provider signs its user in without it.
  rowsOf({
    column: account.userId,
    at: { ...untilOwnerProof, ownerProof: 'stays' },
    creation: { without: 'asks for the password that it replaces, or a mail to the owner' },
    only: () => eq(account.providerId, 'credential'),
    async methods(db, userId) {
      const isUsable = (await passwordHashOf(db, userId)) !== undefined
      return isUsable ? [{ name: 'password', isUsable, reauthenticates: true }] : []
    },
  }),
  // Trusted devices, pending second factors, password reset links, and what a passkey or a provider is being
  // added with: the library puts the user's id into its JSON.
  {
    is: 'credential',
    column: verification.value,
    at: always,
    creation: { without: 'part of a sign-in, or answered in the mailbox of the owner' },
    end: (tx, { userId }) => tx.delete(verification).where(like(verification.value, `%${userId}%`)),
  },
  // All other mailed links. After `ownerProof`, links to another address are invalid because this one is
  // verified; the link that was opened works once more, in the browser that is signed in.
  {
    is: 'credential',
    column: user.securityStamp,
    at: { ...always, ownerProof: 'stays' },
    creation: { calls: ['POST /api/auth/change-email'] },
    end: (tx, { userId }) =>
      tx
        .update(user)
        .set({ securityStamp: sql`gen_random_uuid()::text` })
        .where(eq(user.id, userId)),
  },
  // Whether a second factor is required. In core, because the table of users shows and filters it.
  {
    is: 'credential',
    column: user.twoFactorEnabled,
    at: untilOwnerProof,
    creation: { without: 'set by the feature that has the second factor' },
    end: (tx, { userId }) => tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId)),
  },
  rowsOf({
    column: knownDevice.userId,
    at: untilOwnerProof,
    creation: { without: 'a sign-in is an authentication' },
  }),
  // An organization that a stranger has begun in the user's name, to read along: their sessions would start
  // there.
  {
    is: 'credential',
    column: member.userId,
    at: untilOwnerProof,
    creation: { without: 'lets nobody in who is not signed in' },
    end: (tx, { userId }) => tx.update(member).set({ isLanding: false }).where(eq(member.userId, userId)),
  },
  ...plain(
    user.id,
    user.name,
    user.firstName,
    user.lastName,
    user.email,
    user.emailVerified,
    user.provedElsewhere,
    user.image,
    user.language,
    user.role,
    user.banned,
    user.banReason,
    user.banExpires,
    user.createdAt,
    user.updatedAt,
    account.accountId,
    invitation.inviterId,
    userPreference.userId,
    auditLog.actorId,
    auditLog.impersonatorId,
    auditLog.targetId,
  ),
]
