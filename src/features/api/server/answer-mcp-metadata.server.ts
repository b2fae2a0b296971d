import { getEnv } from '#/core/env/env.server.ts'
import { scopesOf } from '#/core/trpc/scopes.server.ts'
import { brand } from '#/lib/brand.ts'
import type { McpCall } from './answer-mcp.server.ts'
import { MCP_PATH } from './mcp-path.server.ts'

/** Answers with the document of RFC 9728: what tokens are for, and who issues those of apps. */
export async function answerMcpMetadata({
  router,
  appTokens,
}: Pick<McpCall, 'router' | 'appTokens'>): Promise<Response> {
  const { APP_URL } = getEnv()
  const issuer = (await appTokens?.())?.issuer(APP_URL)
  return Response.json({
    resource: `${APP_URL}${MCP_PATH}`,
    ...(issuer !== undefined && { authorization_servers: [issuer] }),
    scopes_supported: scopesOf(await router()),
    bearer_methods_supported: ['header'],
    resource_name: brand.name,
  })
}
