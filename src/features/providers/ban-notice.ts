/**
 * The cookie with which an OAuth callback tells the sign-in page why a user is denied. Readable by the page;
 * expires after a minute.
 */
export const BAN_NOTICE = 'ban_notice'
export const BAN_NOTICE_SECONDS = 60

export type BanNotice = { reason: string; until?: string }

/**
 * The value of the cookie. Base64 of UTF-8: percent-encoded, the longest reason in Cyrillic or Chinese would
 * exceed the 4 KB of a cookie, which a browser then drops.
 */
export const banNoticeValue = (notice: object): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(notice))))

/** Returns the ban notice in the page's cookies; undefined when there is none. */
export function readBanNotice(cookies: string): BanNotice | undefined {
  // regex-reviewed: a constant name, then one repetition
  const value = new RegExp(`(?:^|; )${BAN_NOTICE}=([^;]*)`).exec(cookies)?.[1]
  if (value === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(value), (byte) => byte.charCodeAt(0))
    const { reason, until } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    return { reason: String(reason), ...(typeof until === 'string' && { until }) }
  } catch {
    return undefined
  }
}
