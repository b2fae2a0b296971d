/**
 * The cookie with which an OAuth callback tells the sign-in page why a user is denied. Readable by the page;
 * expires after a minute.
 */
export const BAN_NOTICE = 'ban_notice'
export const BAN_NOTICE_SECONDS = 60

export type BanNotice = { reason: string; until?: string }

/** Returns the ban notice in the page's cookies; undefined when there is none. */
export function readBanNotice(cookies: string): BanNotice | undefined {
  // regex-reviewed: a constant name, then one repetition
  const value = new RegExp(`(?:^|; )${BAN_NOTICE}=([^;]*)`).exec(cookies)?.[1]
  if (value === undefined) return undefined
  try {
    const { reason, until } = JSON.parse(decodeURIComponent(value)) as Record<string, unknown>
    return { reason: String(reason), ...(typeof until === 'string' && { until }) }
  } catch {
    return undefined
  }
}
