#!/usr/bin/env node
// npm create plinth my-app: unpacks the starter into a folder, makes of it what was chosen and commits it.
// Asks in a terminal; with --yes, or outside of one, never.
import path from 'node:path'
import * as choices from './choices.mjs'
import { commit, finish, moduleOf, readFeatures, readLanguages, run, unpack } from './starter.mjs'

const { fail, isAlways, listed, questions, usage } = choices
const startedAt = Date.now()
const { values, positionals } = choices.readArguments()
const features = readFeatures()
if (values.help) {
  console.log(`${usage}\n${choices.described(features)}`)
  process.exit(0)
}
if (positionals.length > 1) fail(usage)
const isAsking = !values.yes && process.stdin.isTTY && process.stdout.isTTY
const asked = (question) => choices.asked(isAsking, question)

const folder = positionals[0] ?? (await asked(questions.folder)) ?? fail(usage)
refuse(choices.whyNoFolder(folder))
const byFolder = choices.titled(path.basename(path.resolve(folder)))
const name = values.name ?? (await asked(() => questions.name(byFolder))) ?? byFolder
const byItself = values.name === undefined ? ' Without --name "Acme Desk" it is called after its folder.' : ''
refuse(choices.whyNoName(name)?.concat(byItself))
refuse(choices.whyNoAccent(values.accent))
const languages = readLanguages()
const givenLanguages = listed(values.languages)
refuse(choices.whyNoLanguages(givenLanguages, languages))
const kept = givenLanguages ?? (await asked(() => questions.languages(languages))) ?? Object.keys(languages)

const target = path.resolve(folder)
unpack(target)
const { productName } = await moduleOf(target, 'feature/rename-text.mjs')
const { refuseWordOfCode } = await moduleOf(target, 'feature/word-of-code.mjs')
orFail(() => refuseWordOfCode(target, productName(name)), byItself)
const { chooseFeatures, withNeeded } = await moduleOf(target, 'feature/feature-list.mjs')
const { leavePackages } = await moduleOf(target, 'feature/leave-packages.mjs')
const { showProgress } = await moduleOf(target, 'progress.mjs')
const { all, minimal } = values
const choice = { all, minimal, with: listed(values.with), without: listed(values.without) }
const isChosen = Object.values(choice).some((one) => one !== undefined)
const chosen = isChosen ? choose(choice) : ((await askFeatures()) ?? choose({}))
const accent = values.accent ?? (await asked(questions.accent)) ?? 'patina'
console.log(`\n${name}: ${chosen.join(', ')}.\n`)

// The packages that a project installs, for as long as its registry does not have them.
const from = leavePackages(target, path.join(import.meta.dirname, 'packed'))
await step(`Packages installed, the starter's own ${from}`, ['install'])
const begin = ['begin', '--name', name, '--hue', choices.hueOf(accent)]
for (const one of features) if (!chosen.includes(one.name)) begin.push('--without', one.name)
for (const one of ['en', ...kept]) begin.push('--language', one)
await step('Made of them what was chosen, with one migration', begin, ['install'])
const uncommitted = commit(target, name)
finish()
console.log(`
✓ ${name} is in ${folder}, after ${secondsSince(startedAt)} s.

  cd ${folder}
${uncommitted}  npm start          builds and starts it, with a database and a demo
  npm run dev        the same, and a save shows in the browser
  npm run add        lists the features that it does not have
`)

function refuse(why) {
  if (why !== undefined) fail(why)
}

function choose(these) {
  return orFail(() => chooseFeatures(features, these))
}

/** The result; ends with the message of what is thrown, and `more`. */
function orFail(work, more = '') {
  try {
    return work()
  } catch (error) {
    return fail(error.message + more)
  }
}

/** The chosen features, those that always come and what they need; undefined without a terminal. */
async function askFeatures() {
  const answer = await asked(() => questions.features(features))
  const always = features.filter(isAlways).map((one) => one.name)
  return answer && withNeeded(features, [...always, ...answer])
}

/** Runs commands of the project one after the other. */
async function step(title, ...commands) {
  const done = showProgress(title, () => ({ text: '' }))
  for (const args of commands) await run(target, args)
  console.log(`✓ ${title} (${done()} s)`)
}

function secondsSince(start) {
  return Math.round((Date.now() - start) / 1000)
}
