import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import {
  comparedTimestamp,
  createdAt,
  libraryTimestamp,
  sortedText,
  timestamp,
  updatedAt,
} from '#/db/columns.server.ts'
import { digestOf } from './digest.server.ts'

// Users and their organizations. `organization`, `member` and `invitation` are our own; the others belong to
// Better Auth and its plugins, so property names are the library's field names, which a test compares with
// its schema. Checks that the library only makes before writing are constraints here, because of parallel
// requests.

const touchedAt = () => updatedAt().$onUpdate(() => new Date())

export const user = pgTable(
  'user',
  {
    id: text('id').primaryKey(),
    name: sortedText('name').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    /** The chosen language, for pages and mails. Null until the user has chosen one or signed up in one. */
    language: text('language'),
    role: text('role'),
    banned: boolean('banned').default(false),
    banReason: text('ban_reason'),
    banExpires: comparedTimestamp('ban_expires'),
    twoFactorEnabled: boolean('two_factor_enabled').default(false),
    /** Changes with a password reset and whenever access is revoked, which voids earlier mailed links. */
    securityStamp: text('security_stamp')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    /**
     * The address was verified in a browser not signed in to the account, so account and mailbox may belong
     * to different users.
     */
    provedElsewhere: boolean('proved_elsewhere').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: touchedAt(),
  },
  // Indexes for the sort orders of the user table, and partial ones for small groups of users. A migration
  // adds a trigram index for the search if the extension is available.
  (table) => [
    index('user_created_at_idx').on(table.createdAt, table.id),
    index('user_name_idx').on(table.name, table.id),
    index('user_admin_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.role} = 'admin'`),
    index('user_banned_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.banned}`),
    index('user_unverified_idx')
      .on(table.createdAt, table.id)
      .where(sql`not ${table.emailVerified}`),
  ],
)

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: libraryTimestamp('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    impersonatedBy: text('impersonated_by').references(() => user.id, { onDelete: 'cascade' }),
    /**
     * The administrator's own session, which began this impersonation and ends it. A trigger refuses a later
     * `expiresAt`.
     */
    impersonatorSessionId: text('impersonator_session_id').references((): AnyPgColumn => session.id, {
      onDelete: 'cascade',
    }),
    /** The active workspace; null for the personal one, also after the organization is deleted. */
    activeOrganizationId: text('active_organization_id').references(() => organization.id, {
      onDelete: 'set null',
    }),
    /**
     * When the user last authenticated: by sign-in, password, passkey or mailed code. Null in impersonation
     * sessions.
     */
    reauthenticatedAt: libraryTimestamp('proved_at'),
    createdAt: libraryTimestamp('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: libraryTimestamp('updated_at')
      .notNull()
      .default(sql`now()`)
      .$onUpdate(() => new Date()),
  },
  (table) => [
    index('session_user_id_idx').on(table.userId),
    index('session_expires_at_idx').on(table.expiresAt),
    index('session_active_organization_id_idx')
      .on(table.activeOrganizationId)
      .where(sql`${table.activeOrganizationId} is not null`),
    index('session_impersonated_by_idx')
      .on(table.impersonatedBy)
      .where(sql`${table.impersonatedBy} is not null`),
    index('session_impersonator_session_id_idx')
      .on(table.impersonatorSessionId)
      .where(sql`${table.impersonatorSessionId} is not null`),
    check(
      'session_impersonation_check',
      sql`num_nulls(${table.impersonatedBy}, ${table.impersonatorSessionId}) in (0, 2)`,
    ),
  ],
)

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamp('access_token_expires_at'),
    refreshTokenExpiresAt: timestamp('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: touchedAt(),
  },
  (table) => [
    index('account_user_id_idx').on(table.userId),
    uniqueIndex('account_provider_account_uq').on(table.providerId, table.accountId),
  ],
)

export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: libraryTimestamp('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: touchedAt(),
  },
  (table) => [
    index('verification_identifier_idx').on(table.identifier),
    index('verification_value_idx').on(table.value),
  ],
)

/** An identifier of `verification` as the library stores it (`storeIdentifier: 'hashed'`). */
export const storedIdentifier = digestOf

export const organization = pgTable('organization', {
  id: text('id').primaryKey(),
  name: sortedText('name').notNull(),
  slug: text('slug').notNull().unique(),
  logo: text('logo'),
  metadata: text('metadata'),
  createdAt: createdAt(),
})

export const member = pgTable(
  'member',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text('role').notNull().default('member'),
    /** False if a stranger may have begun it, until the user enters: no session starts there by itself. */
    isLanding: boolean('is_landing').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    // A constraint, so that rows of features can refer to a membership and end with it.
    unique('member_organization_user_uq').on(table.organizationId, table.userId),
    index('member_user_id_idx').on(table.userId),
    // The order of the list.
    index('member_organization_list_idx').on(table.organizationId, table.createdAt, table.id),
  ],
)

export const invitation = pgTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role'),
    status: text('status').notNull().default('pending'),
    expiresAt: libraryTimestamp('expires_at').notNull(),
    createdAt: createdAt(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('invitation_organization_id_idx').on(table.organizationId),
    index('invitation_email_idx').on(table.email),
    index('invitation_inviter_id_idx').on(table.inviterId),
    uniqueIndex('invitation_pending_uq')
      .on(table.organizationId, sql`lower(${table.email})`)
      .where(sql`${table.status} = 'pending'`),
  ],
)
