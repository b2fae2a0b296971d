import { APICallError } from '@ai-sdk/provider'
import { shorten } from '#/lib/shorten.ts'

const SHORT_LENGTH = 200
const LOGGED_LENGTH = 4_000
const HIDDEN = '[…]'

/**
 * What a provider said of a failed call, for the log; undefined if it said nothing readable. Holds no key, no
 * credentials and no address. `keys` are the configured ones.
 */
export function providerReason(error: unknown, keys: readonly string[]): string | undefined {
  const said = APICallError.isInstance(error) ? messageIn(error.responseBody) : messageIn(error)
  const text = said && withoutSecrets(said.slice(0, LOGGED_LENGTH), keys).trim()
  return text || undefined
}

/** The same for readers: one line of at most 200 characters. */
export const inShort = (reason: string): string => shorten(reason.replaceAll(/\s+/g, ' '), SHORT_LENGTH)

/** Finds the message in the bodies that providers send: `error.message`, `error`, `message` or `detail`. */
function messageIn(body: unknown): string | undefined {
  if (typeof body === 'string') {
    const parsed = parseJson(body)
    if (parsed !== undefined) return messageIn(parsed)
    // A page of a proxy is not for people.
    return /^\s*[<{[]/.test(body) ? undefined : body
  }
  if (typeof body !== 'object' || body === null || body instanceof Error) return undefined
  const { error, message, detail } = body as Record<string, unknown>
  return messageIn(error) ?? messageIn(message) ?? messageIn(detail)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// regex-reviewed: every alternative begins with a fixed word and ends with one run
const SECRETS = new RegExp(
  [
    String.raw`\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+`,
    String.raw`\b(?:authorization|x-api-key|x-goog-api-key|api[-_ ]?key|token|password|secret)\b["']?(?: provided)?\s?[:=]\s?["']?(?:(?:bearer|basic)\s)?\S+`,
    String.raw`\b(?:bearer|basic)\s\S+`,
    String.raw`\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w*-]{6,}`,
    String.raw`\bAIza[\w-]{10,}`,
  ].join('|'),
  'gi',
)

function withoutSecrets(text: string, keys: readonly string[]): string {
  let left = text
  for (const key of keys) left = left.replaceAll(key, HIDDEN)
  return left.replaceAll(SECRETS, HIDDEN)
}
