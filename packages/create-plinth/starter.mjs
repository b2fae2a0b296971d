// The starter that this package carries, unpacked into the folder of a project, and commands that run in it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail } from './choices.mjs'

const template = path.join(import.meta.dirname, 'template.tgz')
let unfinished

process.on('exit', (code) => {
  if (code === 0 || !unfinished) return
  const { folder, before } = unfinished
  const written = before.length > 0 ? readdirSync(folder).filter((entry) => !before.includes(entry)) : ['']
  for (const entry of written) rmSync(path.join(folder, entry), { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** Until it is finished, a process that fails or is stopped takes away what it wrote to the folder. */
export function unpack(folder) {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    fail(`The folder could not be made: ${error.message}`)
  }
  unfinished = { folder, before: readdirSync(folder) }
  tar('-xzf', template, '-C', folder, '--strip-components=1')
}

export function finish() {
  unfinished = undefined
}

/** A module of the commands of the starter, as it was unpacked. */
export const moduleOf = (folder, file) =>
  import(pathToFileURL(path.join(folder, 'packages/cli/src', file)).href)

/** The features of the starter, before it is unpacked. */
export const readFeatures = () => JSON.parse(fromTemplate('.plinth/features.json'))

/** The languages of the starter by code, each with its name, before it is unpacked. */
export function readLanguages() {
  const text = fromTemplate('src/languages.ts')
  return Object.fromEntries(
    [...text.matchAll(/^ {2}(\w+): \{ english: '([^']+)'/gm)].map(([, code, english]) => [code, english]),
  )
}

const fromTemplate = (file) => tar('-xzOf', template, `template/${file}`)

function tar(...args) {
  const stdio = ['ignore', 'pipe', 'inherit']
  const { status, stdout, error } = spawnSync('tar', args, { encoding: 'utf8', stdio })
  if (status !== 0) fail(`The starter could not be unpacked${error ? `: ${error.message}` : ''}.`)
  return stdout
}

/** Runs a command of the project; shows what it prints only if it fails. */
export async function run(folder, args) {
  const output = []
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => fail(error.message))
    child.on('close', resolve)
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  fail('The project could not be made, see the message above.')
}

/**
 * One commit with everything. The last line tells an upgrade where the project began. Returns what is left to
 * do.
 */
export function commit(folder, name) {
  const git = (...args) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync(path.join(folder, '.plinth/base.json'), 'utf8'))
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
