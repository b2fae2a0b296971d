/** Far more than a page of ours or the longest conversation of an official client. */
const JSON_VALUES_MAX = 100_000

const [COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, BACKSLASH] = Buffer.from(',[{"\\')

/**
 * Whether a body, read as JSON, holds more values than anything needs. Asked before it is parsed: to parse
 * and to check millions of them takes seconds, in which nobody else is served.
 */
export function holdsTooManyValues(body: Buffer): boolean {
  if (body.length <= JSON_VALUES_MAX) return false
  let values = 0
  let isText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if ((byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) && ++values > JSON_VALUES_MAX)
      return true
  }
  return false
}
