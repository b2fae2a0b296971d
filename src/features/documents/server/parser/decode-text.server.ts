const UTF16_BY_MARK: readonly [number, number, string][] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
]

/**
 * Decodes plain text: UTF-8, UTF-16 with a byte order mark, else Windows-1252. Returns undefined for binary
 * data. `isCut`: the bytes may end in the middle of a character.
 */
export function decodeText(bytes: Uint8Array, { isCut = false } = {}): string | undefined {
  const marked = UTF16_BY_MARK.find(([first, second]) => bytes[0] === first && bytes[1] === second)
  const decode = (encoding: string, fatal = false) =>
    new TextDecoder(encoding, { fatal }).decode(bytes, { stream: isCut })
  const text = marked ? decode(marked[2]) : decodeUnmarked(decode)
  // oxlint-disable-next-line no-control-regex -- control characters tell what isn't text
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text
}

function decodeUnmarked(decode: (encoding: string, fatal?: boolean) => string): string {
  try {
    return decode('utf-8', true)
  } catch {
    return decode('windows-1252')
  }
}
