import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readBase } from '@plinth/cli/feature/starter-base.ts'

type Mention = { file: string; line: number; text: string; isLink: boolean }

const sourceEnding = /\.(ts|tsx|mjs|css|json|sql|sh|md|svg|txt)$/
// A record of a decision may name folders and commands of before, and the files of today.
const isOfBefore = (file: string, word: string) =>
  file.startsWith('docs/decisions/') && !sourceEnding.test(word)

const ofProject = ['*.md', 'docs/**/*.md', 'packages/*/*.md']

/** Reports missing files and npm scripts named in Markdown files: those of the root, docs/ and packages. */
export function checkDocs(root: string, patterns: readonly string[] = ofProject): string[] {
  const documents = globSync(patterns, { cwd: root })
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const topLevel = new Set(readdirSync(root))
  const isIgnored = ignoredBy(readFileSync(path.join(root, '.gitignore'), 'utf8'))
  const { ejected } = readBase(root)
  // Of the packages, a project has the sources of those that it ejected.
  const isInstalled = ({ text }: Mention) =>
    ejected !== undefined &&
    text.startsWith('packages/') &&
    !ejected.some((name) => text.split('/')[1] === name)
  return documents.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const missingFiles = mentionsIn(file, text)
      .filter(({ text: word, isLink }) => isLink || (!isIgnored(word) && looksLikeFile(word, topLevel)))
      .filter((mention) => !isInstalled(mention))
      .filter((mention) => !isThere(root, mention) && !isOfBefore(file, mention.text))
      .map((mention) => `${file}:${mention.line} names ${mention.text}, which does not exist`)
    const missingScripts = scriptsIn(text)
      .filter(({ name }) => !(name in scripts) && !isOfBefore(file, name))
      .map(({ name, line }) => `${file}:${line} names npm run ${name}, which package.json does not have`)
    return [...missingFiles, ...missingScripts]
  })
}

/** Returns each word in backticks and each link target, with its line. */
function mentionsIn(file: string, text: string): Mention[] {
  return text.split('\n').flatMap((content, at) => {
    const quoted = [...content.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => words.split(/[\s,;]+/))
    const links = [...content.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) =>
      target.replace(/#.*$/, ''),
    )
    const line = at + 1
    return [
      ...quoted.map((word) => ({ file, line, text: word.replace(/^[("']+|[.)"':]+$/g, ''), isLink: false })),
      ...links
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .map((target) => ({ file, line, text: target, isLink: true })),
    ]
  })
}

/** Whether a path is generated, or local to a machine: of a .gitignore without globs. */
function ignoredBy(text: string): (word: string) => boolean {
  const ignored = text.split('\n').map((line) => line.replace(/\/$/, ''))
  return (word) => ignored.some((one) => word === one || word.startsWith(`${one}/`))
}

function looksLikeFile(word: string, topLevel: ReadonlySet<string>): boolean {
  if (!/^[#\w.@$[\]{}*<>/-]+$/.test(word)) return false
  if (/^(\/|\.\/|@)/.test(word)) return word.startsWith('@plinth/')
  const [first = ''] = word.split('/')
  if (word.includes('/')) return first === '#' || topLevel.has(first)
  // `.server.ts` is an ending, `.oxlintrc.json` a file.
  return word.startsWith('.') ? /^\.(env\.\w+|\w+rc(\.json)?)$/.test(word) : sourceEnding.test(word)
}

function isThere(root: string, { file, text, isLink }: Mention): boolean {
  const folder = path.dirname(file)
  if (text.startsWith('@plinth/')) return isInPackage(root, text)
  const place = isLink ? path.join(folder, text) : text.replace(/^#\//, 'src/')
  // A package's document may name files relative to its package.
  if (existsSync(path.join(root, place)) || existsSync(path.join(root, folder, text))) return true
  const pattern = place.replaceAll(/<[^>]*>|\bNAME\b|\bNNN\b/g, '*').replace(/(^|\/)x\./, '$1*.')
  // A name without a folder may be a file in any folder.
  const patterns =
    pattern.includes('/') || isLink
      ? [pattern]
      : [pattern, `{src,packages,tests,e2e,workshop,docs,drizzle,security}/**/${pattern}`]
  return patterns.some((one) => globSync(one, { cwd: root }).length > 0) || isSlot(root, pattern)
}

/** Whether one of our packages has the file or folder, or exports the entry. */
function isInPackage(root: string, text: string): boolean {
  const [, name = '', rest = ''] = /^@plinth\/([^/]+)\/?(.*)$/.exec(text) ?? []
  const folder = path.join(root, 'node_modules/@plinth', name)
  const manifest = path.join(folder, 'package.json')
  if (!existsSync(manifest)) return false
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: Record<string, unknown> }
  const places = [rest, path.join('src', rest)].map((place) => path.join(folder, place))
  return places.some((place) => existsSync(place)) || exports?.[`./${rest}`] !== undefined
}

/** Whether code looks for files of that name, such as `*.home.tsx`, even if no feature has one. */
function isSlot(root: string, pattern: string): boolean {
  const [, kind] = /^\*\.([\w-]+)\.tsx?$/.exec(pattern) ?? []
  return (
    kind !== undefined &&
    globSync('{src/shell/slots,tests,e2e}/**/*.ts', { cwd: root }).some((file) =>
      readFileSync(path.join(root, file), 'utf8').includes(`/*.${kind}.`),
    )
  )
}

function scriptsIn(text: string): { name: string; line: number }[] {
  return text.split('\n').flatMap((content, at) =>
    [...content.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, named, short]) => ({
      name: named ?? short ?? '',
      line: at + 1,
    })),
  )
}
