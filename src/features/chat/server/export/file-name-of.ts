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

/** Returns the `content-disposition` header that makes a browser save a response under this name. */
export function attachmentHeader(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\w. ()-]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
