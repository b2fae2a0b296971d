import { handleAuthRequest } from '#/core/auth/auth-handler.server.ts'
import { authEndpoints } from '../registry/auth-endpoints.server.ts'
import { getServices } from './services.server.ts'

/** A request to /api/auth, by the endpoints that the slices declare. */
export const answerAuthRequest = async (request: Request): Promise<Response> =>
  handleAuthRequest(await getServices(), authEndpoints, request)
