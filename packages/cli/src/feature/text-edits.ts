// Reversible edits of source text: adding and removing restores every byte, once oxfmt has run. They throw if
// the text does not have the expected shape.

type Edit = (text: string) => string
export type TwoWay = { add: Edit; remove: Edit }

/** Edits a list of exports, one a line. A new line goes after the last one that sorts before it. */
export function inLines(line: string): TwoWay {
  const isEntry = (one: string) => one.startsWith('export {')
  return {
    add(text) {
      const lines = text.split('\n')
      const first = lines.findIndex(isEntry)
      if (first === -1) throw new Error('did not find a line that starts with export {')
      const at = lines.findLastIndex((one) => isEntry(one) && one < line)
      return lines.toSpliced(at === -1 ? first : at + 1, 0, line).join('\n')
    },
    remove: (text) => text.replace(`${line}\n`, ''),
  }
}
