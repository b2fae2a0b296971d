const UTF16_BY_MARK: readonly [number, number, string][] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
]

/** Plain text as it was written: UTF-8, UTF-16 with its mark, else Windows-1252. Undefined when the bytes are no text at all. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = UTF16_BY_MARK.find(([first, second]) => bytes[0] === first && bytes[1] === second)
  const text = marked ? new TextDecoder(marked[2]).decode(bytes) : decodeBytes(bytes)
  // oxlint-disable-next-line no-control-regex -- control characters tell what isn't text
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
