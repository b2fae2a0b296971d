/** Lower case and without accents: who types `espanol` finds `Español`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The commands in whose words every typed word occurs, in their order; all of them when nothing is typed. */
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
