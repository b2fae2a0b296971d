// What can be chosen: flags, questions in a terminal, and why an answer is none.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as ask from '@clack/prompts'

export const usage = `npm create plinth my-app -- [--name "My App"] [--languages en,de] [--all | --minimal]
                          [--with chat,todos] [--without posts] [--accent blue] [--yes]

  --name       what the product is called; by default what its folder is called
  --languages  languages of the interface; English always stays, and by default all of them
  --all        with every feature; --minimal with those that always come
  --with       features beside these, and what they need
  --without    features to leave out, and what needs them
  --accent     patina, amber, green, blue, violet, pink, terracotta, or a hue from 0 to 359
  --yes        asks nothing

A project adds and removes features later: npm run add, npm run remove.`

/** Hues of the accent, in degrees of OKLCH: tests/design.test.ts checks the contrast at every hue. */
const accents = { patina: 185, amber: 75, green: 150, blue: 255, violet: 295, pink: 350, terracotta: 35 }

/** What systems, editors and `git init` leave in a folder. It stays. */
const mayStay = ['.git', '.DS_Store', 'Thumbs.db', 'desktop.ini', '.idea']

export function fail(message) {
  console.error(`\n✗ ${message}\n`)
  process.exit(1)
}

export function readArguments() {
  const text = { type: 'string' }
  const flag = { type: 'boolean' }
  const flags = { all: flag, minimal: flag, with: text, without: text, languages: text, accent: text }
  // Without `--` before them, npm takes flags for itself.
  const taken = Object.keys(flags).find((one) => process.env[`npm_config_${one}`] !== undefined)
  if (taken !== undefined)
    fail(`npm took --${taken} for itself. Write -- before it: npm create plinth my-app -- --${taken}`)
  const more = { name: text, yes: { ...flag, short: 'y' }, help: { ...flag, short: 'h' } }
  try {
    return parseArgs({ allowPositionals: true, options: { ...flags, ...more } })
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`)
  }
}

/** The entries of a list with commas. */
export const listed = (text) => text?.split(',').filter(Boolean)

export const isAlways = ({ comes }) => comes === 'always'

export const hueOf = (accent) => String(accents[accent] ?? accent)

/** my-app -> My App */
export const titled = (folder) =>
  folder.replaceAll(/[-_]+/g, ' ').replaceAll(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())

/** The features by group, each with its sentence. */
export function described(features) {
  const marks = { always: '●', 'by default': '○', 'on request': ' ' }
  const lines = features.flatMap(({ name, group, comes, about }, at) => [
    ...(features[at - 1]?.group === group ? [] : ['', group]),
    `  ${marks[comes]} ${name.padEnd(17)} ${about}`,
  ])
  return [...lines, '', '● always, ○ by default'].join('\n')
}

/** What to ask in a terminal, by what it is for. */
export const questions = {
  folder: () => ask.text({ message: 'Folder', placeholder: 'my-app', validate: whyNoFolder }),
  name: (initialValue) => ask.text({ message: 'Name of the product', initialValue, validate: whyNoName }),
  languages(languages) {
    const options = Object.entries(languages).map(([value, label]) => ({ value, label }))
    return ask.multiselect({
      message: 'Languages beside English',
      required: false,
      options: options.filter(({ value }) => value !== 'en'),
      initialValues: Object.keys(languages),
    })
  },
  features(features) {
    const always = features.filter(isAlways).map(({ name }) => name)
    const options = {}
    for (const { name: value, group, comes, about } of features)
      if (comes !== 'always') (options[group] ??= []).push({ value, label: `${value}: ${about}` })
    return ask.groupMultiselect({
      message: `What should it have beside ${always.join(', ')}?`,
      required: false,
      options,
      initialValues: features.flatMap(({ name, comes }) => (comes === 'by default' ? [name] : [])),
    })
  },
  accent: () =>
    ask.select({
      message: 'Accent color',
      options: Object.keys(accents).map((value) => ({ value, label: value })),
    }),
}

/** The answer; undefined without a terminal. */
export async function asked(isAsking, question) {
  if (!isAsking) return undefined
  const answer = await question()
  if (ask.isCancel(answer)) process.exit(130)
  return answer
}

export function whyNoFolder(given = '') {
  if (given.trim() === '') return 'A folder has a name.'
  if (!existsSync(given)) return undefined
  if (!statSync(given).isDirectory()) return `${given} is a file.`
  const inTheWay = readdirSync(given).find((entry) => !mayStay.includes(entry))
  if (inTheWay !== undefined) return `${given} is there already, and has ${inTheWay}.`
  const head = ['-C', given, 'rev-parse', '--verify', '--quiet', 'HEAD']
  return existsSync(path.join(given, '.git')) && spawnSync('git', head).status === 0
    ? `${given} is a repository with commits. Name another folder.`
    : undefined
}

export function whyNoName(given = '') {
  if (!/^\p{L}[\p{L}\p{N} .+-]{0,39}$/u.test(given))
    return 'A name begins with a letter, has letters, digits, spaces, dots, + and -, and at most 40 characters.'
  // The rest is as in packages/cli/src/feature of the starter.
  if (!/^[^a-z\dłßøæ]*[a-złßøæ]/.test(given.toLowerCase().normalize('NFKD')))
    return 'A name needs a Latin letter, before any digit: packages and variables are called after it.'
  return /^[a-z\d-]+$/.test(given)
    ? `${given} is also how packages and paths spell the name. Write ${titled(given)}.`
    : undefined
}

export function whyNoAccent(given = 'patina') {
  const isHue = /^\d{1,3}$/.test(given) && Number(given) < 360
  return isHue || Object.hasOwn(accents, given)
    ? undefined
    : `${given} is no accent: ${Object.keys(accents).join(', ')}, or a hue from 0 to 359.`
}

export function whyNoLanguages(given = [], languages) {
  const unknown = given.find((code) => !Object.hasOwn(languages, code))
  return unknown === undefined
    ? undefined
    : `${unknown} is no language of the starter: ${Object.keys(languages).join(', ')}. npm run add:language adds one to a project.`
}
