import { z } from 'zod'
import type { AccessRule } from '#/core/access/access.ts'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import { csvAnswer, type CsvPages } from '#/core/realtime/csv-answer.server.ts'
import { jsonError } from '#/core/http/data-answer.server.ts'
import { openStream, withStream } from '#/core/realtime/stream.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { usersAccess } from '#/features/administration/index.ts'
import { exportUsers, exportedColumns, userFilterQuery } from '#/features/administration/index.server.ts'
import { auditAccess } from '#/features/audit-log/index.ts'
import { auditColumns, auditFilterQuery, exportAudit } from '#/features/audit-log/index.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { findUnstorable } from '#/lib/safe-text.ts'
import { verbContext } from '../server/verb-context.server.ts'

type Export<Filter> = {
  name: string
  rule: AccessRule
  columns: readonly string[]
  query: z.ZodType<Filter>
  read(ctx: VerbContext, filter: Filter): CsvPages
}

/**
 * Sends a table as a CSV file, filtered by the URL's query. An invalid query is a 400 that names the field.
 */
function download<Filter>({ name, rule, columns, query, read }: Export<Filter>) {
  return async ({ request }: { request: Request }): Promise<Response> => {
    try {
      const filter = query.parse(readQuery(request))
      const day = new Date().toISOString().slice(0, 10)
      const ctx = await verbContext(request)
      return await withStream(openStream(ctx, rule, { outlastsStop: true }), (stream) =>
        csvAnswer(stream, {
          name: `${name}-${day}.csv`,
          columns,
          pages: read({ ...ctx, signal: stream.signal }, filter),
        }),
      )
    } catch (error) {
      return errorResponse(error)
    }
  }
}

function readQuery(request: Request): Record<string, string> {
  const sent = Object.fromEntries(new URL(request.url).searchParams)
  const field = findUnstorable(sent)
  if (field !== undefined) throw new AppError('invalid', 'errors:invalidText', { field })
  return sent
}

function errorResponse(error: unknown): Response {
  const requestId = currentRequest()?.id ?? ''
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
    return Response.json({ code: 'errors:invalid', requestId, field }, { status: 400 })
  }
  const known = error instanceof AppError ? error : databaseFailure(error)
  if (!known) throw error
  const { retryAfterSeconds } = known.params
  const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : undefined
  return jsonError({ status: statusByKind[known.kind], code: known.code }, requestId, headers)
}

export const downloadUsers = download({
  name: 'users',
  rule: usersAccess.export,
  columns: exportedColumns,
  query: userFilterQuery,
  read: exportUsers,
})
export const downloadAudit = download({
  name: 'audit-log',
  rule: auditAccess.export,
  columns: auditColumns,
  query: auditFilterQuery,
  read: exportAudit,
})
