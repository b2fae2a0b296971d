import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isTestFile } from '../test-files.mjs'
import { productName, renameText } from './rename-text.mjs'

/** The starter's own home page, which no project has. */
export const PITCH = 'src/features/pitch'

/**
 * Throws an Error if the name is how packages spell it, or if the code in `root` uses it as a word of its
 * own: nothing could tell the two apart once the product is called that. Words of tests and of the demo are
 * no loss.
 */
export function refuseWordOfCode(root, to) {
  if (to.name === to.kebab)
    throw new Error(
      `${to.name} is also how packages and paths spell the name, which another rename could not tell apart. Write ${titled(to.name)}.`,
    )
  const from = productName(nameOfProject(root))
  const nameless = { name: '\0', kebab: '\0', snake: '\0', upper: '\0' }
  const using = codeFiles(root).filter((file) => {
    const others = renameText(readFileSync(path.join(root, file), 'utf8'), from, nameless)
    return renameText(others, to, nameless) !== others
  })
  if (using.length > 0)
    throw new Error(
      `${to.name} is a word of the code already, which another rename would replace too, in ${using.length} ${using.length === 1 ? 'file' : 'files'} such as ${using[0]}. Choose another name.`,
    )
}

export function nameOfProject(root) {
  const text = readFileSync(path.join(root, 'src/brand.ts'), 'utf8')
  const name = /\bname: '([^']+)'/.exec(text)?.[1]
  if (name === undefined) throw new Error('src/brand.ts has no name.')
  return name
}

/** my-desk -> My-Desk */
const titled = (name) => name.replaceAll(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase())

const codeFiles = (root) =>
  ['src', 'scripts', 'build']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    )
    .filter((file) => !isTestFile(file) && !file.includes('.demo.') && !file.startsWith(`${PITCH}/`))
