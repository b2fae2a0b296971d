/** Far more than our pages or the longest conversation of an official client need. */
const JSON_VALUES_MAX = 100_000

const [COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, BACKSLASH] = Buffer.from(',[{"\\')

/**
 * Whether a JSON body holds too many values. Checked before parsing, because parsing and validating millions
 * of values blocks the process for seconds.
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
