import { firstLetterOf } from './shorten.ts'

/** More would not be told apart at the size of initials. */
export const AVATAR_HUES = 12

export type AvatarLook = { hue: number; isStrong: boolean }

/** The twelve hues pale, then strong. app.css derives two colors from each. */
export const avatarLook = (place: number): AvatarLook => ({
  hue: (place % AVATAR_HUES) * 30 + 5,
  isStrong: place >= AVATAR_HUES,
})

/** How an avatar looks, by id. */
export function avatarColor(id: string): AvatarLook {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return avatarLook((hash >>> 0) % (2 * AVATAR_HUES))
}

/** The first letters of the first and last word of a name, in any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    firstLetterOf(word ?? ''),
  )
  return initials.join('').toUpperCase()
}
