import { getEnv } from '@plinth/core/server'
import type { Installed } from '@plinth/core/feature/server'
import { brand } from '#/brand.ts'
import { acceptedAppTokens } from './app-tokens.server.ts'
import { MCP_PATH } from './mcp-path.server.ts'

/** Answers with the document of RFC 9728: what tokens are for, and who issues those of apps. */
export async function answerMcpMetadata({ scopes }: Pick<Installed, 'scopes'>): Promise<Response> {
  const { APP_URL } = getEnv()
  const issuer = (await acceptedAppTokens())?.issuer(APP_URL)
  return Response.json({
    resource: `${APP_URL}${MCP_PATH}`,
    ...(issuer !== undefined && { authorization_servers: [issuer] }),
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: brand.name,
  })
}
