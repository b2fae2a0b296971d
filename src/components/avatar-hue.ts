/** The hue of an avatar, stable per id. The style sheet derives two colors from it. */
export function avatarHue(id: string): number {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  // 24 hues are distinct enough to tell users apart.
  return ((hash >>> 0) % 24) * 15
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** A plain word needs no segmenter. */
const firstLetterOf = (word: string): string =>
  /^\w+$/.test(word) ? word.charAt(0) : (letters.segment(word).containing(0)?.segment ?? '')

/** The first letters of the first and last word of a name, in any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    firstLetterOf(word ?? ''),
  )
  return initials.join('').toUpperCase()
}
