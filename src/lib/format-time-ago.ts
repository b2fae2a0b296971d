const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

// Creating a formatter costs twenty times as much as using it.
const formats = new Map<string, Intl.RelativeTimeFormat>()

function formatOf(language: string): Intl.RelativeTimeFormat {
  let format = formats.get(language)
  if (!format) formats.set(language, (format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })))
  return format
}

/** `3 hours ago` in the given language, relative to `now`. */
export function formatTimeAgo(at: Date, language: string, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const format = formatOf(language)
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return format.format(0, 'second')
  // The past is truncated, the future rounded: 48 hours minus a second are two days, not "tomorrow".
  const count = seconds / unit[1]
  return format.format(count < 0 ? Math.trunc(count) : Math.round(count), unit[0])
}
