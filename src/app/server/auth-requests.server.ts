import { handleAuthRequest } from '@plinth/core/auth/auth-handler.server.ts'
import { authEndpoints, heldSessions } from '../registry/auth.server.ts'
import { getServices } from './services.server.ts'

/** Handles a request to /api/auth with the endpoints that the features declare. */
export const answerAuthRequest = async (request: Request): Promise<Response> =>
  handleAuthRequest(await getServices(), { endpoints: authEndpoints, heldSessions }, request)
