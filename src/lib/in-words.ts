/** Returns an identifier as words: `sweep-posts` is `Sweep posts`, `newSignIn` is `New sign in`. */
export function inWords(identifier: string): string {
  const words = identifier.replaceAll(/-|(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
