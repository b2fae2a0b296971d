import { getEnv } from '@plinth/core/server'
import type { Installed } from '@plinth/core/feature/server'
import { MCP_PATH } from '#/features/api/feature.server.ts'
import { issuerOf } from './addresses.server.ts'

/**
 * The document of RFC 8414. Not the library's, which names endpoints and methods that are not open here.
 */
export function authorizationServer({ scopes }: Pick<Installed, 'scopes'>): Response {
  const { APP_URL } = getEnv()
  const issuer = issuerOf(APP_URL)
  return Response.json({
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    registration_endpoint: `${issuer}/oauth2/register`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    protected_resources: [`${APP_URL}${MCP_PATH}`],
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
}
