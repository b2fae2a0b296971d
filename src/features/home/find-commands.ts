/** Lower case without accents: `espanol` finds `Español`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The commands that contain every typed word, in order; all of them for an empty search. */
export function findCommands<Command extends { words: string }>(
  commands: readonly Command[],
  typed: string,
): Command[] {
  const wanted = plain(typed).split(/\s+/)
  return commands.filter(({ words }) => {
    const text = plain(words)
    return wanted.every((word) => text.includes(word))
  })
}
