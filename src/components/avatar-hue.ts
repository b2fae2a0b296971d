/** The hue of an avatar: always the same for one id. The style sheet makes its two colors of it. */
export function avatarHue(id: string): number {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  // 24 hues lie far enough apart to tell users from each other.
  return ((hash >>> 0) % 24) * 15
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Where no letter of the word is made of several characters, the first one is it. */
const firstLetterOf = (word: string): string =>
  /^\w+$/.test(word) ? word.charAt(0) : (letters.segment(word).containing(0)?.segment ?? '')

/** First letters of the first and the last word of a name, whatever its script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    firstLetterOf(word ?? ''),
  )
  return initials.join('').toUpperCase()
}
