import { causesOf } from './causes.ts'

/** What a browser says of an error: no message, which may hold what a user has typed. */
export type ClientError = {
  /** Shown to the user, and in the log. */
  id: string
  name: string
  /** Of the error, or the number of an error of React. */
  code?: string
  /** The pattern of the page's path, such as `/dashboard/things/$thingId`. */
  route: string
  /** Places in scripts of the application, `function@assets/file.js:line:column`. */
  frames: string[]
}

export const CLIENT_ERRORS_PATH = '/api/client-errors'
export const FRAMES_MAX = 20
/** A page that throws in a loop or in many ways reports this many errors. */
const REPORTS_MAX = 20

/**
 * Starts reporting errors of this page. The returned function gives the id of an error, and sends it the
 * first time that one with the same name is thrown at the same place; undefined for what is no error of
 * the application, such as an aborted request or an error of an extension.
 */
export function createReporter(route: () => string, send: (error: ClientError) => void) {
  const ids = new Map<string, string>()
  return (error: unknown): string | undefined => {
    const causes = causesOf(error)
    if (causes.length === 0 || causes.some(({ name }) => isExpected.test(name))) return undefined
    const [{ name }, stacks] = [causes[0] ?? new Error(), causes.map(framesOf)]
    const frames = stacks.flat().slice(0, FRAMES_MAX)
    if (frames.length === 0) return undefined
    const code = codeOf(causes)
    // Not the frames below: React renders what threw once more, from another place.
    const key = [name, code, ...stacks.map(([place]) => place)].join('\n')
    const known = ids.get(key)
    if (known !== undefined || ids.size === REPORTS_MAX) return known
    const id = newId()
    ids.set(key, id)
    send({ id, name: plainName(name), code, route: route(), frames })
    return id
  }
}

/** An error response, or a request that was aborted or got no response. */
const isExpected = /^(AbortError|OfflineError|ResponseError|TRPCClientError)$/

const plainName = (name: string) => (/^\w{1,60}$/.test(name) ? name : 'Error')

function codeOf(causes: readonly { message: string; code?: unknown }[]): string | undefined {
  for (const { code, message } of causes) {
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,39}$/.test(code)) return code
    const [, number] = /^Minified React error #(\d{1,4});/.exec(message) ?? []
    if (number) return `React ${number}`
  }
  return undefined
}

/** The places of a stack that are in scripts of the application, as Chrome, Firefox and Safari write them. */
function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').flatMap((line) => {
    const [before, place] = line.split(`${location.origin}/`, 2)
    const [at] = /^assets\/[\w.-]{1,100}\.js:\d{1,7}:\d{1,7}/.exec(place ?? '') ?? []
    if (!at) return []
    const called =
      before
        ?.replaceAll(/[\s@(]+/g, ' ')
        .trim()
        .split(' ')
        .at(-1) ?? ''
    const isName = called !== 'at' && called !== 'async' && /^[\w$.<>[\]]{1,80}$/.test(called)
    return [`${isName ? called : ''}@${at}`]
  })
}

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36))
    .join('')
    .slice(0, 16)
