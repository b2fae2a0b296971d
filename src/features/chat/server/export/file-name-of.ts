import { cutAt } from '@plinth/core/format'

const NAME_LENGTH = 80

/**
 * Returns a safe file name for a title that users have written: without path separators, disguised
 * extensions, or names that are reserved by operating systems.
 */
export function fileNameOf(title: string, ending: string): string {
  const line = title
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|%]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const safe = cutAt(line, NAME_LENGTH)
    // regex-reviewed: at most NAME_LENGTH characters
    .replaceAll(/^[. ]+|[. \uFFFD]+$/g, '')
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe)
  return `${safe === '' || isDevice ? `chat ${safe}`.trim() : safe}.${ending}`
}
