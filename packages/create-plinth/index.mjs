#!/usr/bin/env node
// npm create plinth my-app: unpacks the starter into a folder, names it, removes what is not wanted and
// commits it. Asks in a terminal; with --yes, or outside of one, never.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import * as ask from '@clack/prompts'

const usage = `npm create plinth my-app -- [--name "My App"] [--without chat,documents] [--languages en,de]
                                   [--accent blue] [--yes]

  --name       what the product is called; by default what its folder is called
  --without    features to leave out
  --languages  languages of the interface; English always stays, and by default all of them
  --accent     patina, amber, green, blue, violet, pink, terracotta, or a hue from 0 to 359
  --yes        asks nothing`

/** Hues of the accent, in degrees of OKLCH: tests/design.test.ts checks the contrast at every hue. */
const accents = { patina: 185, amber: 75, green: 150, blue: 255, violet: 295, pink: 350, terracotta: 35 }

const template = path.join(import.meta.dirname, 'template.tgz')
/** The packages that a project installs, for as long as its registry does not have them. */
const packed = path.join(import.meta.dirname, 'packed')
/** What systems, editors and `git init` leave in a folder. It stays. */
const mayStay = ['.git', '.DS_Store', 'Thumbs.db', 'desktop.ini', '.idea']
let unfinished

process.on('exit', (code) => {
  if (code === 0 || !unfinished) return
  const { folder: begun, before } = unfinished
  const written = before.length > 0 ? readdirSync(begun).filter((entry) => !before.includes(entry)) : ['']
  for (const entry of written) rmSync(path.join(begun, entry), { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

const { values, positionals } = readArguments()
if (values.help) {
  console.log(usage)
  process.exit(0)
}
if (positionals.length > 1) fail(usage)
const isAsking = !values.yes && process.stdin.isTTY && process.stdout.isTTY
const startedAt = Date.now()

const folder =
  positionals[0] ??
  (await asked(() => ask.text({ message: 'Folder', placeholder: 'my-app', validate: whyNoFolder })))
if (folder === undefined) fail(usage)
refuse(whyNoFolder(folder))
const byFolder = titled(path.basename(path.resolve(folder)))
const name =
  values.name ??
  (await asked(() =>
    ask.text({ message: 'Name of the product', initialValue: byFolder, validate: whyNoName }),
  )) ??
  byFolder
const byItself = values.name === undefined ? ' Without --name "Acme Desk" it is called after its folder.' : ''
refuse(whyNoName(name)?.concat(byItself))
if (values.accent !== undefined) refuse(whyNoAccent(values.accent))
const languages = readLanguages()
const givenLanguages = values.languages?.split(',').filter(Boolean)
refuse(whyNoLanguages(givenLanguages))

const target = path.resolve(folder)
unpack()
const features = readFeatures()
const without = withDependents(values.without?.split(',').filter(Boolean) ?? (await asked(askWithout)) ?? [])
const kept = givenLanguages ?? (await asked(askLanguages)) ?? Object.keys(languages)
const accent = values.accent ?? (await asked(askAccent)) ?? 'patina'

const editor = pathToFileURL(path.join(target, 'packages/cli/src/feature/leave-packages.mjs'))
const { leavePackages } = await import(editor.href)
console.log(leavePackages(target, packed))
// The first command in the project installs its packages.
const choices = [
  '--name',
  name,
  '--hue',
  String(accents[accent] ?? accent),
  ...without.flatMap((one) => ['--without', one]),
  ...['en', ...kept].flatMap((one) => ['--language', one]),
]
await run(process.execPath, ['scripts/run.mjs', 'begin', ...choices])
await run(process.execPath, ['scripts/run.mjs', 'install'])
const uncommitted = commit()
unfinished = undefined
console.log(`
✓ ${name} is in ${folder}, after ${Math.round((Date.now() - startedAt) / 1000)} s.

  cd ${folder}
${uncommitted}  npm start          builds and starts it, with a database and a demo
  npm run dev        the same, and a save shows in the browser

  The icons in public/ are still the starter's.
`)

function readArguments() {
  try {
    const text = { type: 'string' }
    const flag = { type: 'boolean' }
    return parseArgs({
      allowPositionals: true,
      options: {
        name: text,
        without: text,
        languages: text,
        accent: text,
        yes: { ...flag, short: 'y' },
        help: { ...flag, short: 'h' },
      },
    })
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`)
  }
}

function fail(message) {
  console.error(`\n✗ ${message}\n`)
  process.exit(1)
}

function refuse(why) {
  if (why !== undefined) fail(why)
}

/** Asks in a terminal; undefined elsewhere. */
async function asked(question) {
  if (!isAsking) return undefined
  const answer = await question()
  if (ask.isCancel(answer)) process.exit(130)
  return answer
}

function askWithout() {
  return ask.multiselect({
    message: 'What should it start without?',
    required: false,
    options: features
      .filter(({ isRequired }) => !isRequired)
      .map(({ name: value }) => ({ value, label: value })),
  })
}

function askLanguages() {
  const options = Object.entries(languages).map(([value, label]) => ({ value, label }))
  return ask.multiselect({
    message: 'Languages beside English',
    required: false,
    options: options.filter(({ value }) => value !== 'en'),
    initialValues: Object.keys(languages),
  })
}

function askAccent() {
  return ask.select({
    message: 'Accent color',
    options: Object.keys(accents).map((value) => ({ value, label: value })),
  })
}

function whyNoFolder(given = '') {
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

function whyNoName(given = '') {
  if (!/^\p{L}[\p{L}\p{N} .+-]{0,39}$/u.test(given))
    return 'A name begins with a letter, has letters, digits, spaces, dots, + and -, and at most 40 characters.'
  // The rest is as in packages/cli/src/feature of the starter.
  if (!/^[^a-z\dłßøæ]*[a-złßøæ]/.test(given.toLowerCase().normalize('NFKD')))
    return 'A name needs a Latin letter, before any digit: packages and variables are called after it.'
  return /^[a-z\d-]+$/.test(given)
    ? `${given} is also how packages and paths spell the name. Write ${titled(given)}.`
    : undefined
}

function whyNoAccent(given) {
  const isHue = /^\d{1,3}$/.test(given) && Number(given) < 360
  return isHue || Object.hasOwn(accents, given)
    ? undefined
    : `${given} is no accent: ${Object.keys(accents).join(', ')}, or a hue from 0 to 359.`
}

function whyNoLanguages(given = []) {
  const unknown = given.find((code) => !Object.hasOwn(languages, code))
  return unknown === undefined
    ? undefined
    : `${unknown} is no language of the starter: ${Object.keys(languages).join(', ')}. npm run add:language adds one to a project.`
}

/** my-app -> My App */
function titled(folderName) {
  return folderName.replaceAll(/[-_]+/g, ' ').replaceAll(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())
}

function unpack() {
  try {
    mkdirSync(target, { recursive: true })
  } catch (error) {
    fail(`The folder could not be made: ${error.message}`)
  }
  unfinished = { folder: target, before: readdirSync(target) }
  tar('-xzf', template, '-C', target, '--strip-components=1')
}

function tar(...args) {
  const { status, stdout, error } = spawnSync('tar', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) fail(`The starter could not be unpacked${error ? `: ${error.message}` : ''}.`)
  return stdout
}

/** The languages of the starter by code, each with its name, before anything is unpacked. */
function readLanguages() {
  const text = tar('-xzOf', template, 'template/src/languages.ts')
  return Object.fromEntries(
    [...text.matchAll(/^ {2}(\w+): \{ english: '([^']+)'/gm)].map(([, code, english]) => [code, english]),
  )
}

/** What each feature says of itself in the starter. */
function readFeatures() {
  const root = path.join(target, 'src/features')
  return readdirSync(root).map((feature) => {
    const files = ['feature.ts', 'feature.server.ts'].map((file) => path.join(root, feature, file))
    const text = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('')
    const needs = /\bneeds: \[([^\]]*)\]/.exec(text)?.[1] ?? ''
    return { name: feature, isRequired: /\brequired: ?/.test(text), needs: needs.match(/[\w-]+/g) ?? [] }
  })
}

/** Adds the features that need one of these. */
function withDependents(names) {
  for (const given of names) {
    const known = features.find((feature) => feature.name === given)
    if (!known)
      fail(`There is no feature ${given}. There are: ${features.map((feature) => feature.name).join(', ')}.`)
    if (known.isRequired) fail(`${given} can't be left out.`)
  }
  const all = new Set(names)
  for (const { name: dependent, needs } of features)
    if (needs.some((need) => all.has(need))) all.add(dependent)
  return [...all]
}

function run(command, args) {
  const child = spawn(command, args, { cwd: target, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code) =>
      code === 0 ? resolve() : fail('The project could not be made, see the message above.'),
    )
  })
}

/**
 * One commit with everything. The last line tells an upgrade where the project began. Returns what is left to
 * do.
 */
function commit() {
  const git = (...args) => spawnSync('git', args, { cwd: target, encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync(path.join(target, '.plinth/base.json'), 'utf8'))
  if (git('init', '--quiet', '--initial-branch=main').status !== 0 || git('add', '--all').status !== 0)
    return '  git init, git add and git commit: it is not in git yet\n'
  const tree = git('write-tree').stdout.trim()
  const messages = [`${name}, from release ${version} of the starter`, `Starter-Base: ${version} ${tree}`]
  const args = messages.flatMap((message) => ['--message', message])
  const { status, stderr } = git('commit', '--quiet', ...args)
  if (status === 0) return ''
  console.error(stderr)
  const command = messages.map((message) => `--message "${message}"`).join(' ')
  return `  git commit ${command}\n                     git could not commit it, see above; npm run upgrade needs this message\n`
}
