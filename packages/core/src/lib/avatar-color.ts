import { firstLetterOf } from './shorten.ts'

/** More would not be told apart at the size of initials. */
export const AVATAR_HUES = 12

/** The twelve hues, then those between them. app.css derives two colors from each. */
export const hueAt = (place: number): number => (place % AVATAR_HUES) * 30 + (place < AVATAR_HUES ? 5 : 20)

/** The hue of an avatar, by id. */
export function avatarHue(id: string): number {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hueAt((hash >>> 0) % (2 * AVATAR_HUES))
}

/** The first letters of the first and last word of a name, in any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    firstLetterOf(word ?? ''),
  )
  return initials.join('').toUpperCase()
}
