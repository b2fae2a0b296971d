/**
 * The cookie in which an OAuth callback tells the sign-in page why a user is denied; readable by the page,
 * gone after a minute.
 */
export const BAN_NOTICE = 'ban_notice'
export const BAN_NOTICE_SECONDS = 60

export type BanNotice = { reason: string; until?: string }

/** What the cookies of this page tell of a ban; undefined when nothing. */
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
