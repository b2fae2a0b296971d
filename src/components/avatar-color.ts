import { firstLetterOf } from '@plinth/core/lib/shorten.ts'

/** The hue of an avatar by id, and whether it is strong or pale. app.css derives two colors from it. */
export function avatarColor(id: string): { hue: number; isStrong: boolean } {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  // More hues would not be told apart at the size of initials.
  const place = (hash >>> 0) % 24
  return { hue: (place % 12) * 30 + 5, isStrong: place >= 12 }
}

/** The first letters of the first and last word of a name, in any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    firstLetterOf(word ?? ''),
  )
  return initials.join('').toUpperCase()
}
