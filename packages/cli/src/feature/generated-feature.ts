import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { languages } from '../project.ts'
import type { Language } from '@plinth/core/internal/i18n/languages.ts'
import { namesOf, renamed, whyNoName, type FeatureNames } from './feature-names.ts'
import { capitalized, readFields, type Field } from './kinds.ts'
import { readParent } from './parent.ts'
import { isWanted, render, withAlignedAnswers, withArticles, withNarrowComments } from './render.ts'
import { featureNames } from './rooms.ts'
import { shortJson } from './short-json.ts'
import { textsOf, type Noun } from './texts.ts'
import { readMay, readVerbs, type May, type Verbs } from './verbs.ts'

const templateFolder = path.join(import.meta.dirname, 'template')
const wordOption = { type: 'string' } as const

/** The arguments of `npm run new:feature`. */
export type Arguments = {
  name: string
  /** As given: `due:date?`. */
  fields: readonly string[]
  singular?: string
  only?: string
  /** As given: `update=member`. */
  may?: string
  /** The feature whose rows these belong to. */
  of?: string
  /** As given: `Rechnung/Rechnungen/f`. */
  nouns: Partial<Record<Language, string>>
}

/** A feature as `npm run new:feature` writes it. */
export type GeneratedFeature = {
  args: Arguments
  names: FeatureNames
  fields: readonly Field[]
  verbs: Verbs
  may: May
  /** What one is called. Languages without a word are left out. */
  nouns: ReadonlyMap<Language, Noun>
}

/** Splits the words of a command. Throws an Error that names an unknown option. */
export function parseArguments(words: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      singular: wordOption,
      only: wordOption,
      may: wordOption,
      of: wordOption,
      ...(Object.fromEntries(languages.map((language) => [language, wordOption])) as Record<
        Language,
        typeof wordOption
      >),
    },
  })
  const { singular, only, may, of, ...nouns } = values
  const [name = '', ...fields] = positionals
  return { name, fields: fields.length === 0 ? ['title:text'] : fields, singular, only, may, of, nouns }
}

/** Throws an Error that says what is wrong with an argument. */
export function readFeature(args: Arguments): GeneratedFeature {
  const refusal = whyNoName(args.name, args.singular)
  if (refusal !== undefined) throw new Error(refusal)
  const names = namesOf(args.name, args.singular)
  const nouns = languages.flatMap((language): [Language, Noun][] => {
    const noun = readNoun(language, args.nouns[language], names)
    return noun ? [[language, noun]] : []
  })
  const verbs = readVerbs(args.only)
  if (args.of !== undefined && !verbs.create)
    throw new Error('What belongs to others is created on their page: --only list,create')
  return {
    args,
    names,
    fields: readFields(args.fields, args.of),
    verbs,
    may: readMay(args.may),
    nouns: new Map(nouns),
  }
}

/** What one is called in a language, as in --de Rechnung/Rechnungen/f. */
function readNoun(language: Language, word: string | undefined, names: FeatureNames): Noun | undefined {
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

const schemaOf = (name: string) => `src/features/${name}/${name}.schema.ts`

const COMMAND = 'npm run new:feature -- '

/** The command that writes the feature, in lines that fit. The schema begins with it, for `add:field`. */
function commandOf({ name, fields, nouns, ...flags }: Arguments): string[] {
  const given = Object.entries({ ...flags, ...nouns }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag} ${quoted(value)}`],
  )
  const lines = [`${COMMAND}${name}`]
  for (const word of [...fields.map(quoted), ...given]) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > LINE_MAX) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines
}

const LINE_MAX = 107
const quoted = (word: string) => (/^[\w:=,/-]+$/.test(word) ? word : `'${word}'`)

/** Reads the arguments that a feature was generated from; undefined if it was not generated. */
export function readArgumentsOf(root: string, name: string): Arguments | undefined {
  const file = path.join(root, schemaOf(name))
  return existsSync(file) ? readArguments(readFileSync(file, 'utf8')) : undefined
}

/** Reads the command at the start of a schema. */
export function readArguments(schema: string): Arguments | undefined {
  const [, comment = ''] = /^((?:\/\/ .*\n)+)/.exec(schema) ?? []
  const command = comment.replaceAll(/^\/\/ +/gm, '').replaceAll('\n', ' ')
  if (!command.startsWith(COMMAND)) return undefined
  const words = command.slice(COMMAND.length).match(/'[^']*'|\S+/g) ?? []
  return parseArguments(words.map((word) => word.replaceAll("'", '')))
}

/** The names of the features that were generated. */
export const generatedFeatures = (root: string): string[] =>
  featureNames(root).filter((name) => readArgumentsOf(root, name) !== undefined)

/** Returns the text of every file of the feature by its path, not yet formatted. */
export function filesOf(root: string, feature: GeneratedFeature): Map<string, string> {
  const { args, names, verbs, nouns } = feature
  const parent = args.of === undefined ? undefined : readParent(root, args.of)
  const hasEvents = featureNames(root).includes('webhooks')
  const parts = { ...feature, command: commandOf(args), hasEvents, parent }
  const name = names.plural.kebab
  const item = names.singular.kebab
  const code = templateFiles()
    .filter(({ file }) => isWanted(file, { verbs, hasParent: parent !== undefined }))
    .map(({ file, text }): [string, string] => [
      renamed(
        file.startsWith('routes/')
          ? file.replace('routes', `src/routes/dashboard/${name}`)
          : `src/features/${name}/${file}`,
        names,
      ),
      finished(file, renamed(withArticles(render(text, parts), names), names)),
    ])
  const texts = languages.map((language): [string, string] => [
    `src/features/${name}/locales/${language}.json`,
    shortJson(
      textsOf(language, { ...feature, item, noun: nouns.get(language), isPart: parent !== undefined }),
    ),
  ])
  return new Map([...code, ...texts])
}

const finished = (file: string, text: string) =>
  file.endsWith('.matrix.ts') ? withAlignedAnswers(text) : withNarrowComments(text)

/** The templates with their paths in a feature's folder. */
export function templateFiles(): { file: string; text: string }[] {
  return globSync('**/*.template', { cwd: templateFolder }).map((file) => ({
    file: file
      .split(path.sep)
      .join('/')
      .replace(/\.template$/, ''),
    text: readFileSync(path.join(templateFolder, file), 'utf8'),
  }))
}
