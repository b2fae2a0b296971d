import { ZodError } from 'zod'
import { auditImpersonated } from '#/core/audit/audit.server.ts'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { EndpointCall } from '#/core/feature.server.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import type { Translate, TranslationKey } from '#/core/i18n/keys.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
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
      return endpointError(error, t)
    }
  }
}

function endpointError(error: unknown, t: Translate): Response {
  const known =
    error instanceof ZodError ? invalidOf(error) : error instanceof AppError ? error : databaseFailure(error)
  if (!known) throw error
  const { kind, code, params } = known
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (params.retryAfterSeconds) headers.set('retry-after', String(params.retryAfterSeconds))
  const message = t(code as TranslationKey, params)
  return Response.json(
    { code, message, params, requestId: currentRequest()?.id },
    { status: statusByKind[kind], headers },
  )
}

function invalidOf({ issues: [issue] }: ZodError): AppError {
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
  return new AppError('invalid', 'errors:invalid', { field: field || 'body' })
}
