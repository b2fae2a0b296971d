type Part = { kind: 'plain' | 'keyword' | 'string' | 'name' | 'comment'; text: string }

const kinds = ['comment', 'string', 'keyword', 'name'] as const
const token =
  // regex-reviewed: our own source files, on a page
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('[^'\n]*'|"[^"\n]*"|`[^`]*`)|\b(import|export|from|const|let|type|function|async|await|return|if|else|try|catch|new|as|typeof|keyof|true|false|null|undefined|default)\b|\b([A-Za-z_]\w*)(?=\()/g

/** Splits TypeScript into parts to highlight, without a full parser. Joined, the parts are the text. */
export function splitCode(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    if (match.index > end) parts.push({ kind: 'plain', text: text.slice(end, match.index) })
    const kind = kinds.find((_, group) => match[group + 1] !== undefined) ?? 'plain'
    parts.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}
