/**
 * Returns a line of a CSV file (RFC 4180) with its line end. Text that a spreadsheet would run as a formula
 * gets an apostrophe, because exports contain names chosen by other users.
 */
export function csvLine(cells: readonly (string | number | boolean | Date | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | boolean | Date | null): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const harmless = /^[\s\u00a0]*[=+\-@\t\r\n|%]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
