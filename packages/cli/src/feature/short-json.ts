const WIDTH = 110

/** JSON in which an object that fits is one line. */
export const shortJson = (value: object): string => `${linesOf(value, '', WIDTH)}\n`

/** `before` is the width of what stands before it on its line. */
function linesOf(value: unknown, indent: string, before: number): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || before + line.length < WIDTH) return line
  const entries = Object.entries(value).map(([key, inner]) => {
    const start = `${indent}  ${JSON.stringify(key)}: `
    return `${start}${linesOf(inner, `${indent}  `, start.length)}`
  })
  return `{\n${entries.join(',\n')}\n${indent}}`
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${onOneLine(inner)}`)
  return `{ ${entries.join(', ')} }`
}
