const NAME_MAX_LENGTH = 40

/** Letters that Unicode does not decompose into one of a to z. */
const undecomposed = { ł: 'l', ß: 'ss', ø: 'o', æ: 'ae' }

/** Returns the spellings of a name. Throws an Error that says what a name may look like. */
export function productName(name) {
  const kebab = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[łßøæ]/g, (letter) => undecomposed[letter] ?? '')
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/[\s_-]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  // It is written into code, HTML, JSON and shell commands.
  if (!/^\p{L}[\p{L}\p{N} .+-]*$/u.test(name) || name.length > NAME_MAX_LENGTH)
    throw new Error(
      `A name begins with a letter, has letters, digits, spaces, dots, + and -, and at most ${NAME_MAX_LENGTH} characters.`,
    )
  if (!/^[a-z]/.test(kebab))
    throw new Error(
      'A name needs a Latin letter, before any digit: packages and variables are called after it.',
    )
  const snake = kebab.replaceAll('-', '_')
  return { name, kebab, snake, upper: snake.toUpperCase() }
}

/**
 * Replaces one product's name by another in all its spellings. The tools keep theirs: the folder .plinth and
 * the packages of the scope @plinth, create-plinth, and the program of packages/cli.
 */
export function renameText(text, from, to) {
  if (from.name === to.name) return text
  const name = from.name.replaceAll(/[.+]/g, String.raw`\$&`)
  return text
    .replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'gu'), () => to.name)
    .replaceAll(new RegExp(`(?<!\\w)${from.upper}(?=_)`, 'g'), () => to.upper)
    .replaceAll(new RegExp(`(?<!\\w)${from.snake}(?=_)`, 'g'), () => to.snake)
    .replaceAll(new RegExp(`(?<![@\\w.]|create[- ]|npx |\\.bin/)${from.kebab}(?!\\w)`, 'g'), () => to.kebab)
}
