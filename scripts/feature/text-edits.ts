// Reversible edits of source text: adding and removing restores every byte, once oxfmt has run. They throw if
// the text does not have the expected shape.

type Edit = (text: string) => string
export type TwoWay = { add: Edit; remove: Edit }

/** Inserts an import after the last one whose path sorts before its own. */
export function addImport(line: string): Edit {
  const own = pathOf(line)
  return (text) => {
    const lines = text.split('\n')
    const at = lines.findLastIndex((one) => pathOf(one).startsWith('#/') && pathOf(one) < own)
    return lines
      .toSpliced(at === -1 ? lines.findIndex((one) => one.startsWith('import ')) : at + 1, 0, line)
      .join('\n')
  }
}

const pathOf = (line: string) => /from '([^']+)'/.exec(line)?.[1] ?? ''

/** Removes every import from a path with this prefix. */
export function removeImports(prefix: string): Edit {
  // There is no quote between `import` and its path.
  const statement = new RegExp(`^import [^']*? from '${prefix}[^']*'\\n`, 'gm')
  return (text) => text.replaceAll(statement, '')
}

/** Edits a comma-separated list without nesting. A new entry goes after the last one that sorts before it. */
export function inList({ opening, closing }: { opening: RegExp; closing: string }, entry: string): TwoWay {
  const edit = (text: string, change: (entries: string[]) => string[]) => {
    const start = endOf(text, opening)
    const end = text.indexOf(closing, start)
    const entries = text
      .slice(start, end)
      .split(',')
      .map((one) => one.trim())
    const changed = change(entries.filter(Boolean)).join(',\n')
    return `${text.slice(0, start)}\n${changed}\n${text.slice(end)}`
  }
  return {
    add: (text) =>
      edit(text, (entries) => entries.toSpliced(entries.findLastIndex((one) => one < entry) + 1, 0, entry)),
    remove: (text) => edit(text, (entries) => entries.filter((one) => one !== entry)),
  }
}

/** Edits the lines of a block. A new line goes after the last one that sorts before it. */
export function inBlock(opening: RegExp, entry: string): TwoWay {
  return {
    add(text) {
      const start = endOf(text, opening)
      const lines = text.slice(start, text.indexOf('}', start)).trimEnd().split('\n')
      const bare = (line: string) => line.trim().replaceAll("'", '')
      const at = lines.findLastIndex((line) => bare(line) < bare(entry)) + 1
      return (
        text.slice(0, start) +
        lines.toSpliced(at, 0, `    ${entry}`).join('\n') +
        text.slice(start + lines.join('\n').length)
      )
    },
    remove: (text) => text.replace(new RegExp(`^\\s*${escaped(entry)}\\n`, 'm'), ''),
  }
}

/** Edits a text at the start of a group in a locale file. */
export function inTexts(group: string, key: string, value: string): TwoWay {
  return {
    add: (text) =>
      after(text, new RegExp(`"${group}": \\{`), `\n    ${JSON.stringify(key)}: ${JSON.stringify(value)},`),
    remove(text) {
      const start = endOf(text, new RegExp(`"${group}": \\{`))
      const end = text.indexOf('}', start)
      const without = text
        .slice(start, end)
        .replace(new RegExp(`\\n\\s*"${key}": "(?:[^"\\\\]|\\\\.)*",?`), '')
      return text.slice(0, start) + without.replace(/,(\s*)$/, '$1') + text.slice(end)
    },
  }
}

/** Inserts text after the anchor. Throws if the anchor is missing. */
export function after(text: string, anchor: RegExp, insertion: string): string {
  const at = endOf(text, anchor)
  return text.slice(0, at) + insertion + text.slice(at)
}

/** Returns the index after the anchor. Throws if the anchor is missing. */
export function endOf(text: string, anchor: RegExp): number {
  const found = anchor.exec(text)
  if (!found) throw new Error(`did not find ${anchor.source}`)
  return found.index + found[0].length
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
