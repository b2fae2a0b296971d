// npm run new:feature NAME FIELD...: writes a feature from the templates in scripts/feature/template: table,
// migration, verbs, pages, texts, demo, tests and registration. All of it, or nothing. Asks for them if it is
// given nothing, in a terminal.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { languages, type Language } from '#/core/i18n/languages.ts'
import { askFeature } from './feature/ask-feature.ts'
import {
  fail,
  formatFiles,
  generateRouteTree,
  plannedEdits,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { namesOf, renamed, whyNoName, type FeatureNames } from './feature/feature-names.ts'
import { capitalized, kinds, readFields, type Field } from './feature/kinds.ts'
import { placesOf } from './feature/registration.ts'
import { isWanted, render, withArticles, withNarrowComments } from './feature/render.ts'
import { textsOf, type Noun } from './feature/texts.ts'
import { readVerbs, type Verbs } from './feature/verbs.ts'
import { runNode } from './run-node.ts'

const usage = `npm run new:feature invoices number:text total:money(EUR) due:date? 'status:enum(draft,sent,paid)'
  NAME is a plural in kebab-case; --singular invoice, if it is not what you expect
  A field is NAME:KIND, with ? if it may be empty. Kinds: ${Object.keys(kinds).join(', ')}
  --de Rechnung/Rechnungen/f --es factura/facturas/f --pt fatura/faturas/f: what it is called; English until given
  --only list,create: fewer verbs than list, create, get, update, delete`
const root = process.cwd()
const templateFolder = path.join(import.meta.dirname, 'feature/template')
const wordOption = { type: 'string' } as const

const isAsking = process.argv.length === 2 && process.stdin.isTTY && process.stdout.isTTY
const { values: options, positionals } = readArguments(isAsking ? await askFeature() : process.argv.slice(2))
const [name, ...given] = positionals
if (name === undefined) fail(usage)
const names = namesOf(name, options.singular)
const { fields, verbs, nouns } = orFail(() => {
  const refusal = whyNoName(name, options.singular) ?? whyTaken(names)
  if (refusal !== undefined) throw new Error(refusal)
  return {
    fields: readFields(given.length === 0 ? ['title:text'] : given),
    verbs: readVerbs(options.only),
    nouns: new Map(languages.map((language) => [language, readNoun(language)])),
  }
})
refuseUncommitted(root)

const files = orFail(() => newFiles({ fields, verbs }))
const edits = orFail(() =>
  plannedEdits(
    root,
    placesOf(names).map(({ file, add }) => ({ file, edit: add })),
  ),
)
const generated = ['src/routeTree.gen.ts', 'drizzle/meta/_journal.json']
const before = new Map(
  [...edits.keys(), ...generated].map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const migrations = () => globSync('drizzle/**/*.{sql,json}', { cwd: root })
const oldMigrations = new Set(migrations())
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true))
try {
  for (const [file, text] of [...files, ...edits]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  formatFiles(root, [...files.keys(), ...edits.keys()])
  await generateRouteTree(root)
  const code = await runNode(['scripts/db/generate.ts', '--name', `create_${names.singular.snake}`])
  if (isStopped) throw new Error('Stopped.')
  // drizzle-kit ends with 0 whatever happens.
  const isWritten = migrations().some((file) => file.endsWith('.sql') && !oldMigrations.has(file))
  if (code !== 0 || !isWritten) throw new Error('The migration could not be written.')
} catch (error) {
  undo()
  fail(`${error instanceof Error ? error.message : String(error)} Nothing was changed.`)
}
const gaps = languages.filter((language) => nouns.get(language) === undefined)
console.log(`
✓ src/features/${name}, with its pages at /dashboard/${name}. One of them is ${names.singular.words}.

  npm run dev      shows it; the migration applies by itself
  npm run check
  Its fields are English in the other languages until you translate the null in its locales.${
    gaps.length > 0
      ? `\n  So are all texts that name it in ${gaps.join(', ')}. Next time: --${gaps[0]} ONE/MANY/GENDER.`
      : ''
  }
`)

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        singular: wordOption,
        only: wordOption,
        ...(Object.fromEntries(languages.map((language) => [language, wordOption])) as Record<
          Language,
          typeof wordOption
        >),
      },
    })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n  ${usage}`)
  }
}

function orFail<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** What one is called in a language, as in --de Rechnung/Rechnungen/f. */
function readNoun(language: Language): Noun | undefined {
  const word = options[language]
  if (word === undefined)
    return language === 'en'
      ? { one: capitalized(names.singular.words), many: capitalized(names.plural.words), gender: 'n' }
      : undefined
  const [one = '', many = '', gender = 'n', ...more] = word.split('/')
  const genders = { en: ['n'], de: ['m', 'f', 'n'] }[language as string] ?? ['m', 'f']
  if (!/^\p{L}[\p{L} -]{0,39}$/u.test(one) || !/^\p{L}[\p{L} -]{0,39}$/u.test(many) || more.length > 0)
    throw new Error(
      `--${language} is singular/plural${language === 'en' ? '' : '/gender'}: --de Rechnung/Rechnungen/f`,
    )
  if (!genders.includes(gender) || (language !== 'en' && word.split('/').length < 3))
    throw new Error(`--${language} ${word} lacks its gender, ${genders.join(' or ')}: ${one}/${many}/f`)
  return { one: capitalized(one), many: capitalized(many), gender: gender as Noun['gender'] }
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
  // What the templates import and declare.
  const declared = templateFiles().flatMap(({ text }) =>
    [
      ...text.matchAll(
        /(?:import|const|let|function \w+\(|=> \(|\(\() ?(?:type )?[{[]([^}\]]*)[}\]]|const (\w+)/g,
      ),
    ].flatMap(([, list = '', one = '']) => [...list.matchAll(/\w+/g)].map(([word]) => word).concat(one)),
  )
  const used = [plural.camel, singular.camel].find((one) => declared.includes(one))
  return used === undefined ? undefined : `${used} is a name that the code of every feature uses itself.`
}

/** Returns the text of every new file by its path. */
function newFiles(parts: { fields: readonly Field[]; verbs: Verbs }): Map<string, string> {
  const code = templateFiles()
    .filter(({ file }) => isWanted(file, parts.verbs))
    .map(({ file, text }): [string, string] => [
      renamed(
        file.startsWith('routes/')
          ? file.replace('routes', `src/routes/dashboard/${name}`)
          : `src/features/${name}/${file}`,
        names,
      ),
      withNarrowComments(renamed(withArticles(render(text, { names, ...parts }), names), names)),
    ])
  const texts = languages.map((language): [string, string] => [
    `src/features/${name}/locales/${language}.json`,
    `${JSON.stringify(textsOf(language, { noun: nouns.get(language), ...parts }), null, 2)}\n`,
  ])
  return new Map([...code, ...texts])
}

function templateFiles(): { file: string; text: string }[] {
  return globSync('**/*.template', { cwd: templateFolder }).map((file) => ({
    file: file
      .split(path.sep)
      .join('/')
      .replace(/\.template$/, ''),
    text: readFileSync(path.join(templateFolder, file), 'utf8'),
  }))
}

function undo(): void {
  rmSync(path.join(root, 'src/features', names.plural.kebab), { recursive: true, force: true })
  rmSync(path.join(root, 'src/routes/dashboard', names.plural.kebab), { recursive: true, force: true })
  for (const [file, text] of before) writeFileSync(path.join(root, file), text)
  for (const file of migrations()) if (!oldMigrations.has(file)) rmSync(path.join(root, file))
}
