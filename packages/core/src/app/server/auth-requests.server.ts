import { handleAuthRequest } from '#/auth/auth-handler.server.ts'
import { authRegistry } from '../registry/auth.server.ts'
import { getServices } from './services.server.ts'

/** Handles a request to /api/auth with the endpoints that the features declare. */
export async function answerAuthRequest(request: Request): Promise<Response> {
  const { endpoints, heldSessions } = await authRegistry()
  return handleAuthRequest(await getServices(), { endpoints, heldSessions }, request)
}
