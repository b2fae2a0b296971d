/** A piece of a text, and whether the other text lacks it. */
export type Piece = { text: string; isOwn: boolean }

// Beyond that the middle is marked as a whole.
const MOST_STEPS = 2_000_000
const CONTEXT = 90

/** Marks in each of two texts the words that the other one lacks; long passages they share are cut. */
export function differenceOf(one: string, other: string): [Piece[], Piece[]] {
  // What is stored has no space at its ends.
  const [a, b] = [wordsOf(one.trim()), wordsOf(other.trim())]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middle = [a.slice(start, a.length - end), b.slice(start, b.length - end)] as const
  const shared = sharedIn(...middle)
  const piecesOf = (words: readonly string[], side: 0 | 1) =>
    pieces([
      ...words.slice(0, start).map((text) => ({ text, isOwn: false })),
      ...middle[side].map((text, at) => ({ text, isOwn: !shared[side].has(at) })),
      ...words.slice(words.length - end).map((text) => ({ text, isOwn: false })),
    ])
  return [piecesOf(a, 0), piecesOf(b, 1)]
}

const wordsOf = (text: string) => text.split(/(\s+)/u).filter((word) => word !== '')

/** The places of the longest sequence of words that both have. */
function sharedIn(a: readonly string[], b: readonly string[]): readonly [Set<number>, Set<number>] {
  const found = [new Set<number>(), new Set<number>()] as const
  if (a.length * b.length > MOST_STEPS) return found
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      found[0].add(i)
      found[1].add(j)
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return found
}

/** Joins words of one kind. A space between two own words is theirs. */
function pieces(words: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const [at, { text, isOwn }] of words.entries()) {
    const last = joined.at(-1)
    const isGap = !isOwn && text.trim() === '' && last?.isOwn === true && words[at + 1]?.isOwn === true
    if (last && (last.isOwn === isOwn || isGap)) last.text += text
    else joined.push({ text, isOwn })
  }
  return joined.map(({ text, isOwn }, at) => ({
    text: isOwn ? text : shortened(text, { isFirst: at === 0, isLast: at === joined.length - 1 }),
    isOwn,
  }))
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= 3 * CONTEXT) return text
  const [before, after] = [text.lastIndexOf(' ', CONTEXT), text.indexOf(' ', text.length - CONTEXT)]
  // At a space, unless the next one is far: Chinese and Japanese have none.
  const head = isFirst ? '' : text.slice(0, before < CONTEXT / 2 ? CONTEXT : before)
  const isFar = after < 0 || text.length - after < CONTEXT / 2
  const tail = isLast ? '' : text.slice(isFar ? -CONTEXT : after)
  return `${head} …${tail || ' '}`
}
