import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { errorJson } from '#/http/error-json.server.ts'
import { outgoingError } from '#/db/outgoing-error.server.ts'
import { consumeLimit } from '#/limits/limits.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { createSourceMaps } from '#/log/source-maps.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { FRAMES_MAX } from '#/lib/client-error.ts'
import { getServices } from './services.server.ts'

/** Of one address. A page reports at most twenty. */
const limit = { max: 60, windowSeconds: 60 }

const clientError = z.strictObject({
  id: z.string().regex(/^[0-9a-z]{8,16}$/),
  name: z.string().regex(/^\w{1,60}$/),
  code: z
    .string()
    .regex(/^(React \d{1,4}|[A-Z][A-Z0-9_]{2,39})$/)
    .optional(),
  route: z.string().regex(/^\/[\w$./-]{0,199}$/),
  frames: z
    .array(z.string().regex(/^[\w$.<>[\]]{0,80}@assets\/[\w.-]{1,100}\.js:\d{1,7}:\d{1,7}$/))
    .min(1)
    .max(FRAMES_MAX),
})

const SCRIPTS = 'dist/client/'
const inSources = createSourceMaps({ scripts: SCRIPTS, maps: path.resolve('dist/maps') })
let release: Promise<string> | undefined

/**
 * Logs an error of a browser, which the list of errors then counts, under the id that its user was shown.
 * Anybody may report: the schema lets nothing pass but names, numbers and the application's own scripts.
 */
export async function logClientError({ request }: { request: Request }): Promise<Response> {
  const { log, db } = await getServices()
  const scope = currentRequest()
  try {
    await consumeLimit(db, `client-errors:${scope?.clientAddress ?? ''}`, limit)
    const { id, name, code, route, frames } = await parsed(request)
    const err = Object.assign(new Error(''), { name, code, stack: stackOf(frames).join('\n') })
    const facts = { err, requestId: id, place: `browser ${route}`, release: await releaseOf(frames) }
    log.error(facts, 'a page failed')
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return errorJson(outgoingError(error))
  }
}

async function parsed(request: Request) {
  const read = clientError.safeParse(await request.json().catch(() => undefined))
  if (read.success) return read.data
  throw new AppError('invalid', 'errors:invalid', { field: read.error.issues[0]?.path.join('.') || 'body' })
}

/** The stack as Node writes one. */
const stackOf = (frames: readonly string[]): string[] =>
  inSources(
    frames.map((frame) => {
      const [called = '', place = ''] = frame.split('@')
      return called === '' ? `    at ${SCRIPTS}${place}` : `    at ${called} (${SCRIPTS}${place})`
    }),
  )

/** The build of the scripts, whose names hold a hash of their content: this one's or an earlier one's. */
async function releaseOf([frame = '']: readonly string[]): Promise<string> {
  const [file = ''] = (frame.split('@')[1] ?? '').split(':')
  if (!existsSync(path.resolve(SCRIPTS, file))) return 'earlier'
  release ??= readFile('dist/.sources', 'utf8').then(
    (stamp) => stamp.slice(0, 12),
    () => 'unknown',
  )
  return release
}
