const TITLE_LENGTH = 80

/** What a thread is called after its first question: one line, cut at a word. */
export function titleOf(question: string): string {
  // oxlint-disable-next-line no-control-regex -- a title is one line
  const line = question.replaceAll(/[\s\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
  if (line.length <= TITLE_LENGTH) return line
  const cut = line.slice(0, TITLE_LENGTH - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > TITLE_LENGTH / 2 ? lastSpace : undefined)}…`.toWellFormed()
}
