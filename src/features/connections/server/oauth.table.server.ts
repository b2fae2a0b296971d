import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { libraryTimestamp, session, user } from '@plinth/core/database/server'
import { connections } from './connections.table.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'

// The tables of Better Auth's OAuth provider, so property names are the library's field names, which a test
// compares with its schema. What is issued to an app belongs to a connection, and ends with it.

const clientId = () =>
  text('client_id')
    .notNull()
    .references(() => oauthClient.clientId, { onDelete: 'cascade' })
const userId = () => text('user_id').references(() => user.id, { onDelete: 'cascade' })
const sessionId = () => text('session_id').references(() => session.id, { onDelete: 'set null' })
/** The id of the connection. */
const referenceId = () => text('reference_id').references(() => connections.id, { onDelete: 'cascade' })

/** What tokens are for: the server of the Model Context Protocol. */
export const oauthResource = pgTable('oauth_resource', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull().unique(),
  name: text('name').notNull(),
  accessTokenTtl: integer('access_token_ttl'),
  refreshTokenTtl: integer('refresh_token_ttl'),
  signingAlgorithm: text('signing_algorithm'),
  signingKeyId: text('signing_key_id'),
  allowedScopes: text('allowed_scopes').array(),
  customClaims: jsonb('custom_claims'),
  dpopBoundAccessTokensRequired: boolean('dpop_bound_access_tokens_required').default(false),
  disabled: boolean('disabled').default(false),
  createdAt: libraryTimestamp('created_at'),
  updatedAt: libraryTimestamp('updated_at'),
  policyVersion: integer('policy_version').default(1),
  metadata: jsonb('metadata'),
})

export const oauthClientResource = pgTable(
  'oauth_client_resource',
  {
    id: text('id').primaryKey(),
    clientId: clientId(),
    resourceId: text('resource_id')
      .notNull()
      .references(() => oauthResource.identifier, { onDelete: 'cascade' }),
    metadata: jsonb('metadata'),
    createdAt: libraryTimestamp('created_at'),
  },
  (table) => [
    uniqueIndex('oauth_client_resource_idx').on(table.clientId, table.resourceId),
    index('oauth_client_resource_resource_idx').on(table.resourceId),
  ],
)

export const oauthRefreshToken = pgTable(
  'oauth_refresh_token',
  {
    id: text('id').primaryKey(),
    /** The SHA-256 of the token, which is stored nowhere. */
    token: text('token').notNull().unique(),
    clientId: clientId(),
    sessionId: sessionId(),
    userId: userId().notNull(),
    referenceId: referenceId(),
    authorizationCodeId: text('authorization_code_id'),
    resources: text('resources').array(),
    requestedUserInfoClaims: text('requested_user_info_claims').array(),
    expiresAt: libraryTimestamp('expires_at').notNull(),
    createdAt: libraryTimestamp('created_at').notNull(),
    revoked: libraryTimestamp('revoked'),
    rotatedAt: libraryTimestamp('rotated_at'),
    rotationReplayResponse: text('rotation_replay_response'),
    rotationReplayExpiresAt: libraryTimestamp('rotation_replay_expires_at'),
    authTime: libraryTimestamp('auth_time'),
    confirmation: jsonb('confirmation'),
    scopes: text('scopes').array().notNull(),
  },
  (table) => [
    index('oauth_refresh_token_client_idx').on(table.clientId, table.userId),
    index('oauth_refresh_token_session_idx').on(table.sessionId),
    index('oauth_refresh_token_user_idx').on(table.userId),
    index('oauth_refresh_token_reference_idx').on(table.referenceId),
    index('oauth_refresh_token_code_idx').on(table.authorizationCodeId),
  ],
)

export const oauthAccessToken = pgTable(
  'oauth_access_token',
  {
    id: text('id').primaryKey(),
    /** The SHA-256 of the token, which is stored nowhere. */
    token: text('token').notNull().unique(),
    clientId: clientId(),
    sessionId: sessionId(),
    userId: userId(),
    referenceId: referenceId(),
    authorizationCodeId: text('authorization_code_id'),
    resources: text('resources').array(),
    requestedUserInfoClaims: text('requested_user_info_claims').array(),
    refreshId: text('refresh_id').references(() => oauthRefreshToken.id, { onDelete: 'cascade' }),
    expiresAt: libraryTimestamp('expires_at').notNull(),
    createdAt: libraryTimestamp('created_at').notNull(),
    revoked: libraryTimestamp('revoked'),
    confirmation: jsonb('confirmation'),
    scopes: text('scopes').array().notNull(),
  },
  (table) => [
    index('oauth_access_token_client_idx').on(table.clientId),
    index('oauth_access_token_session_idx').on(table.sessionId),
    index('oauth_access_token_user_idx').on(table.userId),
    index('oauth_access_token_reference_idx').on(table.referenceId),
    index('oauth_access_token_code_idx').on(table.authorizationCodeId),
    index('oauth_access_token_refresh_idx').on(table.refreshId),
    index('oauth_access_token_expiry_idx').on(table.expiresAt),
  ],
)

export const oauthConsent = pgTable(
  'oauth_consent',
  {
    id: text('id').primaryKey(),
    clientId: clientId(),
    userId: userId(),
    referenceId: referenceId(),
    resources: text('resources').array(),
    requestedUserInfoClaims: text('requested_user_info_claims').array(),
    scopes: text('scopes').array().notNull(),
    createdAt: libraryTimestamp('created_at').notNull(),
    updatedAt: libraryTimestamp('updated_at').notNull(),
  },
  (table) => [
    index('oauth_consent_client_idx').on(table.clientId),
    index('oauth_consent_user_idx').on(table.userId),
    index('oauth_consent_reference_idx').on(table.referenceId),
  ],
)

/** For clients with a key of their own, which can't register here. */
export const oauthClientAssertion = pgTable('oauth_client_assertion', {
  id: text('id').primaryKey(),
  expiresAt: libraryTimestamp('expires_at').notNull(),
})
