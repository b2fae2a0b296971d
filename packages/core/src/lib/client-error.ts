import { causesOf } from './causes.ts'

/** What a browser says of an error: no message, which may hold what a user has typed. */
export type ClientError = {
  /** Shown to the user, and in the log. */
  id: string
  name: string
  /** Of the error, or the number of an error of React. */
  code?: string | undefined
  /** The pattern of the page's path, such as `/dashboard/things/$thingId`. */
  route: string
  /** Places in scripts of the application, `function@assets/file.js:line:column`. */
  frames: string[]
}

export const FRAMES_MAX = 20
/** Of a page, which may throw in a loop or in many ways. */
const REPORTS_MAX = 20
let reports = 0

/**
 * Reports an error of a page to the server's log, but not one of an extension of the browser. Neither waits
 * nor fails, and survives that the page is left.
 */
export function sendError(id: string, route = '/', error: unknown): void {
  if (reports === REPORTS_MAX) return
  const causes = causesOf(error)
  const [first] = causes
  if (!first) return
  const frames = causes.flatMap(framesOf).slice(0, FRAMES_MAX)
  if (frames.length === 0) return
  reports += 1
  const report: ClientError = { id, name: plainName(first.name), code: codeOf(causes), route, frames }
  navigator.sendBeacon('/api/client-errors', new Blob([JSON.stringify(report)], { type: 'application/json' }))
}

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
