const NAME_LENGTH = 80

/**
 * Returns a safe file name for a title that users have written: without path separators, disguised
 * extensions, or names that are reserved by operating systems.
 */
export function fileNameOf(title: string, ending: string): string {
  const safe = title
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|%]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, NAME_LENGTH)
    .toWellFormed()
    // regex-reviewed: at most NAME_LENGTH characters
    .replaceAll(/^[. ]+|[. \uFFFD]+$/g, '')
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe)
  return `${safe === '' || isDevice ? `chat ${safe}`.trim() : safe}.${ending}`
}
