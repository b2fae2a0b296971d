/** Browser and system, limited to the names listed below; null for others. */
export type Agent = { browser: string | null; system: string | null }

// The first match wins: most User-Agent headers also contain names of later entries.
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  // regex-reviewed: at most 500 characters
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]
const systems: readonly (readonly [string, RegExp])[] = [
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biPhone\b|\biPod\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (list: typeof browsers, text: string) =>
  list.find(([, pattern]) => pattern.test(text))?.[0] ?? null

const AGENT_MAX_LENGTH = 500

/** What is read and stored of a User-Agent header, which may be of any length. */
export const cutAgent = (userAgent: string): string => userAgent.slice(0, AGENT_MAX_LENGTH)

/**
 * Returns the browser and system of a User-Agent header, to help users recognize their devices. Not proof of
 * anything: clients can send any header.
 */
export function describeAgent(userAgent: string | null | undefined): Agent {
  const text = cutAgent(userAgent ?? '')
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) }
}

/** For the icon of a device. */
export const isPhone = (system: string | null) => system === 'iOS' || system === 'Android'
