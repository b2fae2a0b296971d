const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** `1.4 MB` in the given language; at least 1 kB. */
export function formatSize(bytes: number, language: string): string {
  const isLarge = bytes >= MEGABYTE
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: isLarge ? 1 : 0,
  })
  return format.format(isLarge ? bytes / MEGABYTE : Math.max(1, bytes / KILOBYTE))
}
