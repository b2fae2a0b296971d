/** Whether a string contains what PostgreSQL or a mail header rejects: NUL or a lone surrogate. */
export function hasUnstorableText(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** Whether a string contains control characters or line separators, which a name may not. */
export function hasControlCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)
}

// White space, and what comes invisibly from pasting, which says nothing at the ends of a text.
const EDGE = /[\s\u00ad\u200b\u200e\u200f\u2060\u061c]/
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// Joiners shape words in the scripts beyond these, such as Persian and Malayalam, and join emoji.
const LONE_JOINERS =
  /(?<![\p{L}\p{M}])(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f](?=\u200d\p{Extended_Pictographic}))[\u200c\u200d]|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u0300-\u036f])[\u200c\u200d]/gu
// Every letter, digit, sign and symbol that has a shape of its own. U+2800 is an empty braille cell.
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** The text without white space and stray invisible characters at its ends. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && EDGE.test(text.charAt(start))) start++
  while (end > start && EDGE.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** Whether a reader sees anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/**
 * Whether a text holds what could disguise it: controls of the writing direction, or joiners where they join
 * nothing. Emoji and the words of Persian or Malayalam may have theirs.
 */
export const hasHiddenCharacters = (text: string): boolean =>
  text.search(DIRECTION_CONTROLS) !== -1 || text.search(LONE_JOINERS) !== -1

/** A text that comes from elsewhere, made to pass as a short one: empty if nothing of it is visible. */
export function readableLine(text: string): string {
  const line = Array.from(text.toWellFormed(), (sign) => (hasControlCharacters(sign) ? ' ' : sign)).join('')
  const shown = trimmed(line.replaceAll(DIRECTION_CONTROLS, '').replaceAll(LONE_JOINERS, ''))
  return isVisible(shown) ? shown : ''
}

/** An email address as input methods write it too: fullwidth letters and signs, an ideographic full stop. */
export const plainAddress = (text: string): string => trimmed(text.normalize('NFKC').replaceAll('。', '.'))

const DEPTH_MAX = 12

type Unstorable = { code: 'errors:invalidText' | 'errors:tooDeep'; field: string }
/** The path is that of the value found, its last key first. */
type Found = { code: Unstorable['code']; path: string[] }

/**
 * Searches an input, its Sets and Maps included, for unstorable text and for nesting beyond twelve levels.
 * Returns what is wrong with the first match and its path, such as `user.name`, or `whole` for the input
 * itself.
 */
export function findUnstorable(value: unknown, whole = 'body'): Unstorable | undefined {
  const found = firstUnstorable(value, DEPTH_MAX)
  return found && { code: found.code, field: found.path.toReversed().join('.') || whole }
}

// Builds a path only for a match, because a request may hold half a million values.
function firstUnstorable(value: unknown, levels: number): Found | undefined {
  if (typeof value === 'string')
    return hasUnstorableText(value) ? { code: 'errors:invalidText', path: [] } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (levels <= 0) return { code: 'errors:tooDeep', path: [] }
  if (value instanceof Set || value instanceof Map) return firstUnstorable([...value], levels)
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const found = firstUnstorable(value[at], levels - 1)
      if (found) return within(String(at), found)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (hasUnstorableText(key)) return { code: 'errors:invalidText', path: [] }
    const found = firstUnstorable((value as Record<string, unknown>)[key], levels - 1)
    if (found) return within(key, found)
  }
  return undefined
}

const within = (key: string, { code, path }: Found): Found => ({ code, path: [...path, key] })
