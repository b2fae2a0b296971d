#!/usr/bin/env node
// npm create plinth my-app: unpacks the starter into a folder, makes of it what was chosen and commits it. Asks in a terminal; with --yes, or outside of one, never.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import * as ask from '@clack/prompts'

const usage = `npm create plinth my-app -- [--name "My App"] [--all | --minimal] [--with chat,todos] [--without posts]
                                   [--languages en,de] [--accent blue] [--yes]

  --name       what the product is called; by default what its folder is called
  --all        with every feature; --minimal with those that always come
  --with       features beside these, and what they need
  --without    features to leave out, and what needs them
  --languages  languages of the interface; English always stays, and by default all of them
  --accent     patina, amber, green, blue, violet, pink, terracotta, or a hue from 0 to 359
  --yes        asks nothing

A project adds and removes features later: npm run add, npm run remove.`

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
  console.log(`${usage}\n${described(JSON.parse(fromTemplate('.plinth/features.json')))}`)
  process.exit(0)
}
refuseFlagsOfNpm()
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
const ownFile = (file) => pathToFileURL(path.join(target, 'packages/cli/src', file)).href
unpack()
const { chooseFeatures, readFeatureList, withNeeded } = await import(ownFile('feature/feature-list.mjs'))
const { leavePackages } = await import(ownFile('feature/leave-packages.mjs'))
const { showProgress } = await import(ownFile('progress.mjs'))
const features = readFeatureList(target)
const listed = (text) => text?.split(',').filter(Boolean)
const { all, minimal } = values
const choice = { all, minimal, with: listed(values.with), without: listed(values.without) }
const isChosen = Object.values(choice).some((one) => one !== undefined)
const byDefault = orFail(() => chooseFeatures(features, choice))
const chosen = isChosen
  ? byDefault
  : withNeeded(features, [...byDefault.filter(isAlways), ...((await asked(askFeatures)) ?? byDefault)])
const kept = givenLanguages ?? (await asked(askLanguages)) ?? Object.keys(languages)
const accent = values.accent ?? (await asked(askAccent)) ?? 'patina'

console.log(`\n${name}: ${chosen.join(', ')}.\n`)
const from = leavePackages(target, packed)
const choices = [
  '--name',
  name,
  '--hue',
  String(accents[accent] ?? accent),
  ...features.flatMap((one) => (chosen.includes(one.name) ? [] : ['--without', one.name])),
  ...['en', ...kept].flatMap((one) => ['--language', one]),
]
await step(`Packages installed, the starter's own ${from}`, ['install'])
await step('Made of them what was chosen, with one migration', ['begin', ...choices], ['install'])
const uncommitted = commit()
unfinished = undefined
console.log(`
✓ ${name} is in ${folder}, after ${secondsSince(startedAt)} s.

  cd ${folder}
${uncommitted}  npm start          builds and starts it, with a database and a demo
  npm run dev        the same, and a save shows in the browser
  npm run add        lists the features that it does not have
`)

function readArguments() {
  try {
    const text = { type: 'string' }
    const flag = { type: 'boolean' }
    return parseArgs({
      allowPositionals: true,
      options: {
        name: text,
        all: flag,
        minimal: flag,
        with: text,
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

function orFail(work) {
  try {
    return work()
  } catch (error) {
    return fail(error.message)
  }
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

function isAlways(feature) {
  return features.some(({ name: one, comes }) => one === feature && comes === 'always')
}

function askFeatures() {
  const options = {}
  for (const { name: value, group, comes, about: hint } of features)
    if (comes !== 'always') (options[group] ??= []).push({ value, label: value, hint })
  return ask.groupMultiselect({
    message: `What should it have beside ${byDefault.filter(isAlways).join(', ')}?`,
    required: false,
    options,
    initialValues: byDefault.filter((one) => !isAlways(one)),
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

/** A file of the starter, before it is unpacked. */
function fromTemplate(file) {
  return tar('-xzOf', template, `template/${file}`)
}

/** The languages of the starter by code, each with its name. */
function readLanguages() {
  const text = fromTemplate('src/languages.ts')
  return Object.fromEntries(
    [...text.matchAll(/^ {2}(\w+): \{ english: '([^']+)'/gm)].map(([, code, english]) => [code, english]),
  )
}

/** The features by group, each with its sentence. */
function described(list) {
  const marks = { always: '●', 'by default': '○', 'on request': ' ' }
  const lines = list.flatMap(({ name: feature, group, comes, about }, at) => [
    ...(list[at - 1]?.group === group ? [] : ['', group]),
    `  ${marks[comes]} ${feature.padEnd(17)} ${about}`,
  ])
  return [...lines, '', '● always, ○ by default'].join('\n')
}

/** Without `--` before them, npm takes flags for itself. */
function refuseFlagsOfNpm() {
  const flags = ['all', 'minimal', 'with', 'without', 'languages', 'accent']
  const taken = flags.find((flag) => process.env[`npm_config_${flag}`] !== undefined)
  if (taken !== undefined)
    fail(`npm took --${taken} for itself. Write -- before it: npm create plinth my-app -- --${taken}`)
}

function secondsSince(start) {
  return Math.round((Date.now() - start) / 1000)
}

/** Runs commands of the project one after the other; shows what they print only if one fails. */
async function step(title, ...commands) {
  const done = showProgress(title, () => ({ text: '' }))
  for (const args of commands) {
    const output = []
    const code = await new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
        cwd: target,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
      child.on('error', (error) => fail(error.message))
      child.on('close', resolve)
    })
    if (code === 0) continue
    done()
    process.stderr.write(Buffer.concat(output))
    fail('The project could not be made, see the message above.')
  }
  console.log(`✓ ${title} (${done()} s)`)
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
