/** A text as it is compared: without case and accents. */
export const foldText = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const wordsIn = (typed: string) => [
  ...new Set(
    foldText(typed)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]

/** Whether a text contains every typed word. */
export function hasWords(text: string, typed: string): boolean {
  const whole = foldText(text)
  return wordsIn(typed).every((word) => whole.includes(word))
}

/** The text in pieces that are in turn outside and inside of the typed words; the first may be empty. */
export function splitAtWords(text: string, typed: string): readonly string[] {
  // An accent belongs to the letter before it.
  const letters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  const folded = letters.map(foldText)
  const whole = folded.join('')
  const starts = folded.reduce<number[]>((all, letter, at) => [...all, (all[at] ?? 0) + letter.length], [0])
  const ranges = wordsIn(typed).flatMap((word) => placesOf(word, whole))
  const pieces = ['']
  let wasFound = false
  letters.forEach((letter, at) => {
    const [start = 0, end = 0] = starts.slice(at, at + 2)
    const isFound = ranges.some(([from, to]) => start < to && end > from)
    if (isFound !== wasFound) pieces.push('')
    wasFound = isFound
    pieces[pieces.length - 1] += letter
  })
  return pieces
}

const BEFORE_HIT = 24

/** The text from a few words before the first typed one, so that one line shows it. */
export function fromHit(text: string, typed: string): string {
  const [before = ''] = splitAtWords(text, typed)
  const start = text.lastIndexOf(' ', before.length - BEFORE_HIT) + 1
  return before.length > BEFORE_HIT && start > 0 ? `…${text.slice(start)}` : text
}

function placesOf(word: string, whole: string): [start: number, end: number][] {
  const found: [number, number][] = []
  for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1))
    found.push([at, at + word.length])
  return found
}
