import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { languages } from '../project.ts'
import type { Language } from '@plinth/core/internal/i18n/languages.ts'
import { namesOf, renamed, whyNoName, type FeatureNames } from './feature-names.ts'
import { capitalized, readFields, type Field } from './kinds.ts'
import { isWanted, render, withArticles, withNarrowComments } from './render.ts'
import { textsOf, type Noun } from './texts.ts'
import { readVerbs, type Verbs } from './verbs.ts'

const templateFolder = path.join(import.meta.dirname, 'template')
const wordOption = { type: 'string' } as const

/** The arguments of `npm run new:feature`, kept in the feature's folder for `npm run add:field`. */
export type Arguments = {
  name: string
  /** As given: `due:date?`. */
  fields: readonly string[]
  singular?: string
  only?: string
  /** As given: `Rechnung/Rechnungen/f`. */
  nouns: Partial<Record<Language, string>>
}

/** A feature as `npm run new:feature` writes it. */
export type GeneratedFeature = {
  args: Arguments
  names: FeatureNames
  fields: readonly Field[]
  verbs: Verbs
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
      ...(Object.fromEntries(languages.map((language) => [language, wordOption])) as Record<
        Language,
        typeof wordOption
      >),
    },
  })
  const { singular, only, ...nouns } = values
  const [name = '', ...fields] = positionals
  return { name, fields: fields.length === 0 ? ['title:text'] : fields, singular, only, nouns }
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
  return {
    args,
    names,
    fields: readFields(args.fields),
    verbs: readVerbs(args.only),
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

const recordOf = (name: string) => `src/features/${name}/new-feature.json`

/** Reads the arguments that a feature was generated from; undefined if it was not generated. */
export function readArgumentsOf(root: string, name: string): Arguments | undefined {
  const file = path.join(root, recordOf(name))
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Arguments) : undefined
}

/** Returns the text of every file of the feature by its path, not yet formatted. */
export function filesOf(feature: GeneratedFeature): Map<string, string> {
  const { args, names, verbs, nouns } = feature
  const name = names.plural.kebab
  const item = names.singular.kebab
  const code = templateFiles()
    .filter(({ file }) => isWanted(file, verbs))
    .map(({ file, text }): [string, string] => [
      renamed(
        file.startsWith('routes/')
          ? file.replace('routes', `src/routes/dashboard/${name}`)
          : `src/features/${name}/${file}`,
        names,
      ),
      withNarrowComments(renamed(withArticles(render(text, feature), names), names)),
    ])
  const texts = languages.map((language): [string, string] => [
    `src/features/${name}/locales/${language}.json`,
    `${JSON.stringify(textsOf(language, { ...feature, item, noun: nouns.get(language) }), null, 2)}\n`,
  ])
  return new Map([...code, ...texts, [recordOf(name), `${JSON.stringify(args, null, 2)}\n`]])
}

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
