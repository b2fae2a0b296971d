import { ZodError } from 'zod'
import { auditImpersonated } from '#/core/audit/audit.server.ts'
import { inputError, outgoingError } from '#/core/db/outgoing-error.server.ts'
import type { EndpointCall } from '#/core/feature.server.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import { errorJson } from '#/core/http/error-json.server.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { installed } from '../registry/installed.server.ts'
import { getServices } from './services.server.ts'
import { verbContext } from './verb-context.server.ts'

/**
 * The handler of a server route that calls a feature. Errors are JSON, with their message in the reader's
 * language; an invalid input is a 400 that names the field.
 */
export function endpoint<Params>(handle: (call: EndpointCall<Params>) => Promise<Response>) {
  return async ({ request, params }: { request: Request; params: Params }): Promise<Response> => {
    const t = translateTo(currentRequest()?.language ?? defaultLanguage)
    try {
      const ctx = await verbContext(request)
      if (request.method === 'POST') await auditImpersonated(ctx, new URL(request.url).pathname)
      return await handle({ request, params, ctx, t, application: getServices, installed })
    } catch (error) {
      const { isBug, ...outgoing } =
        error instanceof ZodError ? inputError(error, 'body') : outgoingError(error)
      if (isBug) throw error
      return errorJson(outgoing)
    }
  }
}
