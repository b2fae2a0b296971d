// npm run new:feature NAME: writes a feature with its tests, four languages, a page and its registration from
// the template in scripts/feature/template.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { languages, type Language } from '#/core/i18n/languages.ts'
import { editFiles, fail, formatFiles, generateRouteTree } from './feature/edit-project.ts'
import { namesOf, renamed, whyNoName, type FeatureNames } from './feature/feature-names.ts'
import { excuseTitles, placesOf, REVIEWED_TEXTS, type Titles } from './feature/registration.ts'

const usage =
  'npm run new:feature NAME, where NAME is a plural in kebab-case such as work-items.\n  What one of them is called, if it is not what you expect: npm run new:feature axes -- --singular axis\n  Its name for people: npm run new:feature work-items -- --en "Work items" --de Arbeiten --es Trabajos --pt Trabalhos'
const root = process.cwd()
const templateFolder = path.join(import.meta.dirname, 'feature/template')
const wordOption = { type: 'string' } as const

const { values: words, positionals } = readArguments()
const [name, ...tooMany] = positionals
if (name === undefined || tooMany.length > 0) fail(usage)
const names = namesOf(name, words.singular)
const refusal = whyNoName(name, words.singular) ?? whyTaken(names)
if (refusal !== undefined) fail(`${refusal}\n  ${usage}`)

/** Targets of the template files that go outside the feature's folder. */
const elsewhere: Record<string, string | undefined> = {
  'route.tsx': `src/routes/dashboard/${name}/index.tsx`,
}
const english = words.en ?? capitalised(names.plural.words)
const titles = Object.fromEntries(
  languages.map((language) => [language, words[language] ?? english]),
) as Titles
const untranslated = languages.filter((language) => language !== 'en' && titles[language] === english)

try {
  await write()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
console.log(
  `\n✓ Created and registered src/features/${name}, with a page at /dashboard/${name}. Its singular is “${names.singular.words}”.\n`,
)
console.log('  Next:  npm run db:generate    writes the migration for its table')
console.log('         npm run check')
if (untranslated.length > 0)
  console.log(
    `\n  Its name is English in ${untranslated.join(', ')}: translate it, then delete its two lines in ${REVIEWED_TEXTS}.`,
  )

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        singular: wordOption,
        ...(Object.fromEntries(languages.map((language) => [language, wordOption])) as Record<
          Language,
          typeof wordOption
        >),
      },
    })
  } catch {
    return fail(usage)
  }
}

/** Returns why these names are taken; undefined if they are free. */
function whyTaken({ plural, singular }: FeatureNames): string | undefined {
  const isFolder =
    globSync(`src/{features,core,core/*}/${plural.kebab}`, { cwd: root }).length > 0 || plural.kebab === 'app'
  if (isFolder) return `There is a ${plural.kebab} already, and its texts would share one namespace.`
  if (existsSync(path.join(root, `src/routes/dashboard/${plural.kebab}`)))
    return `src/routes/dashboard/${plural.kebab} exists already.`
  const table = new RegExp(`pgTable\\(\\s*'${singular.snake}'`)
  const holder = globSync('src/**/*.table.server.ts', { cwd: root }).find((file) =>
    table.test(readFileSync(path.join(root, file), 'utf8')),
  )
  if (holder !== undefined) return `${holder} has the table ${singular.snake} already.`
  const code = templateFiles().filter(({ file }) => /\.tsx?$/.test(file))
  const isUsed = code.some(({ text }) =>
    new RegExp(`\\b${plural.camel}\\b`).test(text.replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')),
  )
  return isUsed ? `${plural.camel} is a name that the code of every feature uses itself.` : undefined
}

async function write(): Promise<void> {
  const edited = editFiles(root, [
    ...placesOf(names).map(({ file, add }) => ({ file, edit: add })),
    excuseTitles(names.plural.kebab, untranslated),
  ])
  const written = templateFiles().map(({ file, text }) => {
    const target = elsewhere[file] ?? `src/features/${name}/${renamed(file, names)}`
    mkdirSync(path.dirname(path.join(root, target)), { recursive: true })
    writeFileSync(path.join(root, target), withTitle(renamed(text, names)))
    return target
  })
  formatFiles(root, [...edited, ...written])
  await generateRouteTree(root)
}

function templateFiles(): { file: string; text: string }[] {
  return globSync('**/*.template', { cwd: templateFolder }).map((file) => ({
    file: file.replace(/\.template$/, ''),
    text: readFileSync(path.join(templateFolder, file), 'utf8'),
  }))
}

function withTitle(text: string): string {
  return text.replaceAll(/"TITLE_([A-Z]{2})"/g, (_, language: string) =>
    JSON.stringify(titles[language.toLowerCase() as Language]),
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
