import type { ApiCall } from './server/answer-rest.server.ts'

export { answerMcpMetadata } from './server/answer-mcp-metadata.server.ts'
export { answerRest } from './server/answer-rest.server.ts'
export { answerOpenApi } from './server/open-api.server.ts'

/** The protocol's library is loaded with the first request to it. */
export const answerMcp = async (call: ApiCall): Promise<Response> =>
  (await import('./server/answer-mcp.server.ts')).answerMcp(call)
