import { causesOf } from './causes.ts'

/** The shape of an error on the wire (`error.data.app`), the same for every procedure. */
export type WireError = {
  /** Translation key. */
  code: string
  params: Record<string, string | number | undefined>
  /** Translation keys by field name, for invalid input. */
  fields?: Record<string, string>
  /** For support: the log has the details. */
  requestId?: string | undefined
  /** In development: the message and the stack. */
  detail?: string | undefined
}

/** What a page knows of an error that it shows. */
export type Failure = WireError & {
  /** Of the response; undefined without one. */
  status?: number
  /** The server could not be reached. */
  offline: boolean
  /** Worth a second try: never after a rejection. */
  retryable: boolean
}

/** A request that got no response, or a response whose body was cut off. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

export const UNEXPECTED = 'errors:unexpected'

let idOf: (error: unknown) => string | undefined = () => undefined

/**
 * Reports errors of the page itself from now on: `report` gets each that `failureOf` reads, also again, and
 * returns the id under which the log has it.
 */
export function onUnexpected(report: typeof idOf): void {
  idOf = report
}

/**
 * The error to show, from anything thrown: the only place that reads errors in the browser. What neither the
 * server has answered nor the network has caused is a bug, and is reported.
 */
export function failureOf(error: unknown): Failure {
  const { data, message } = Object(error) as {
    data?: { app?: WireError; httpStatus?: number } | null
    message?: unknown
  }
  if (data?.app) {
    const status = data.httpStatus
    return { ...data.app, status, offline: false, retryable: (status ?? 500) >= 500 }
  }
  const causes = causesOf(error)
  const own = { params: {}, offline: false, retryable: true }
  // A page's error holds no retry time.
  const [, code, requestId] = /^([a-z-]+:[\w.]+)(?: (\S+))?$/.exec(String(message)) ?? []
  if (code) return { ...own, code, params: { retryAfterSeconds: undefined }, requestId }
  const isUnloaded = causes.some(isFailedImport)
  if (causes.some((one) => one instanceof OfflineError) || (isUnloaded && isOffline()))
    return { ...own, code: 'errors:offline', offline: true }
  if (isUnloaded) return { ...own, code: 'errors:notLoaded' }
  return { ...own, code: UNEXPECTED, requestId: idOf(error), detail: detailOf(error) }
}

/**
 * The stacks of the error and of its causes, the first cause first and without what is installed; undefined
 * in production, where nobody may see them.
 */
export const detailOf = (error: unknown): string | undefined =>
  import.meta.env.DEV
    ? causesOf(error)
        .toReversed()
        .map(({ stack, message }) =>
          (stack ?? message).replaceAll(/\n +at .*(?:node_modules\/|node:).*/g, ''),
        )
        .join('\n\n') || undefined
    : undefined

/** Node has a navigator too, which doesn't know. */
const isOffline = () => 'onLine' in navigator && !navigator.onLine

/** Whether a script of the application could not be loaded: offline, or replaced by a newer version. */
const isFailedImport = ({ message }: Error) =>
  /dynamically imported module|Importing a module script failed/i.test(message)

/** An error response of the server, for `failureOf`. Its message is the code that was sent. */
export class ResponseError extends Error {
  override name = 'ResponseError'
  readonly data: { app: WireError; httpStatus: number | undefined }

  constructor(code: string, app: WireError, httpStatus?: number) {
    super(code)
    this.data = { app, httpStatus }
  }
}
