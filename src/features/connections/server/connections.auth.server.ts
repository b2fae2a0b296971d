import { oauthProvider } from '@better-auth/oauth-provider'
import { HOUR, authTransaction, forAnyone, get, post } from '@plinth/core/auth/server'
import type { FeaturePlugins, Installed } from '@plinth/core/feature/server'
import { MCP_PATH } from '#/features/api/feature.server.ts'
import { connectedAppsAccess } from '../connections.access.ts'
import { CONSENT_PAGE } from './addresses.server.ts'
import { ACCESS_PREFIX, REFRESH_PREFIX, withoutPrefix } from './app-tokens.server.ts'
import { OFFLINE } from './authorization-request.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'
import { onAuthorize, onConsent, onRegister, whileAuthorizing, withoutSession } from './oauth-hooks.server.ts'
import { browserRefusal, programRefusal } from './oauth-refusal.server.ts'
import * as oauthTables from './oauth.table.server.ts'
import { onRevoke, onToken, whileIssuing, whileRevoking } from './token-requests.server.ts'

const aMinute = (max: number) => ({ max, windowSeconds: 60 })
const open = (path: string) => ({ rule: forAnyone(path), refusal: programRefusal })

/** The OAuth server: five endpoints of the library's thirty. Whatever else it has is 404. */
export const connectionsAuth = ({ scopes }: Pick<Installed, 'scopes'>): FeaturePlugins => ({
  plugins: () => [
    oauthProvider({
      loginPage: '/login',
      consentPage: CONSENT_PAGE,
      scopes: [...scopes, OFFLINE],
      grantTypes: ['authorization_code', 'refresh_token'],
      // Tokens are rows, so that they end at once.
      disableJwtPlugin: true,
      prefix: { opaqueAccessToken: ACCESS_PREFIX },
      formatRefreshToken: {
        encrypt: (token) => REFRESH_PREFIX + token,
        decrypt: (text) => ({ token: withoutPrefix(text) }),
      },
      allowDynamicClientRegistration: true,
      allowUnauthenticatedClientRegistration: true,
      enforcePerClientResources: false,
      // What is issued names the connection, and ends with it.
      postLogin: {
        page: CONSENT_PAGE,
        shouldRedirect: () => false,
        consentReferenceId: () => authTransaction().carried.connectionId,
      },
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
  tables: { oauthClient, ...oauthTables },
  endpoints: [
    get('/oauth2/authorize', {
      rule: forAnyone('/oauth2/authorize'),
      refusal: browserRefusal,
      ...onAuthorize({ scopes, audience: MCP_PATH }),
      middleware: whileAuthorizing,
      perAddress: aMinute(120),
    }),
    post('/oauth2/consent', {
      rule: connectedAppsAccess.consent,
      ...onConsent,
      errors: { invalid_signature: ['invalid', 'connections:errors.requestOver'] },
      perUser: aMinute(30),
    }),
    post('/oauth2/token', {
      ...open('/oauth2/token'),
      isForm: true,
      ...onToken(MCP_PATH),
      middleware: whileIssuing,
      perAddress: aMinute(120),
    }),
    post('/oauth2/revoke', {
      ...open('/oauth2/revoke'),
      isForm: true,
      ...onRevoke,
      middleware: whileRevoking,
      perAddress: aMinute(60),
    }),
    post('/oauth2/register', {
      ...open('/oauth2/register'),
      ...onRegister,
      middleware: withoutSession,
      perAddress: { max: 10, windowSeconds: HOUR },
    }),
  ],
})
