import { analyse } from 'chardet'

const BYTE_ORDER_MARKS: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
// Where HTML and XML declare their encoding.
const DECLARED_WITHIN_BYTES = 1024
// What a guess is made from, from shortly before the first byte that isn't ASCII.
const GUESS_FROM_BYTES = 64 * 1024
const LEAD_BYTES = 1024

/** A text, and how many of its characters are damaged: U+FFFD stands in their place. */
export type DecodedText = { text: string; damaged: number }

/**
 * Decodes text: by its byte order mark, by the encoding that HTML or XML declares, as UTF-8 if most of what
 * is not ASCII is valid, else by the encoding that its bytes look most like, Windows-1252 if none. Returns
 * undefined for binary data. `isCut`: the bytes may end in the middle of a character.
 */
export function decodeText(bytes: Uint8Array, { isCut = false } = {}): DecodedText | undefined {
  const known = markedEncoding(bytes) ?? declaredEncoding(bytes) ?? unmarkedUtf16(bytes)
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes, { stream: isCut })
  let text = decode(known ?? 'utf-8')
  // A declared UTF-8 is often wrong; any other encoding has to be believed.
  if ((known === undefined || known === 'utf-8') && !isMostlyValid(text)) text = decode(guessEncoding(bytes))
  // oxlint-disable-next-line no-control-regex -- control characters tell what isn't text
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) return undefined
  return { text, damaged: count(text, /\ufffd/g) }
}

const markedEncoding = (bytes: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, DECLARED_WITHIN_BYTES)).toString('latin1')
  if (!head.trimStart().startsWith('<')) return undefined
  const label =
    /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ??
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(head.match(/<meta\s[^<>]*/gi)?.join(' ') ?? '')?.[1]
  try {
    const { encoding } = new TextDecoder(label)
    // It could not be read if it were true.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return undefined
  }
}

/** UTF-16 without a mark: most of every second byte is zero, and none of the others. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0) return undefined
  const zeros: [number, number] = [0, 0]
  const head = bytes.subarray(0, GUESS_FROM_BYTES)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1]++
  const isMost = (some: number, others: number) => some * 4 > head.length && others === 0
  if (isMost(zeros[1], zeros[0])) return 'utf-16le'
  return isMost(zeros[0], zeros[1]) ? 'utf-16be' : undefined
}

function isMostlyValid(text: string): boolean {
  const damaged = count(text, /\ufffd/g)
  return damaged === 0 || count(text, /[\u0080-\ufffc]/g) >= damaged
}

function guessEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const from = Math.max(0, first - LEAD_BYTES)
  const sample = bytes.subarray(from, from + GUESS_FROM_BYTES)
  const matches = analyse(sample).map(({ name }) => name)
  return matches.find((name) => name !== 'UTF-8' && canDecode(name, sample)) ?? 'windows-1252'
}

function canDecode(encoding: string, sample: Uint8Array): boolean {
  try {
    // The sample may end in the middle of a character.
    new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found++
  return found
}
