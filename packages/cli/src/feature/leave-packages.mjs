// Plain JavaScript: create-plinth runs it under the machine's own Node, before anything is installed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from '../npm-command.mjs'
import { neededOf } from './lockfile.mjs'

/** The list of what a folder of packed packages has. */
export const PACKED = 'packed.json'
const VENDOR = 'vendor'
const groups = ['dependencies', 'devDependencies']
/** What the lockfile says of a package beside its version, in npm's order. */
const lockedFields = [
  ...['license', 'dependencies', 'optionalDependencies', 'bin', 'engines'],
  ...['peerDependencies', 'peerDependenciesMeta'],
]

/**
 * Makes a starter, which has the sources of its packages, a project that installs them. `packed` is the
 * folder of their tarballs: they go to `vendor`, with the release itself, which features are added from,
 * unless the registry that npm uses has the very same. Changes package.json, the lockfile, and what names
 * the sources. `ejected` are packages that the project has the sources of. Returns which, in words.
 */
export function leavePackages(root, packed, ejected = []) {
  const all = JSON.parse(readFileSync(path.join(packed, PACKED), 'utf8'))
  const isEjected = ({ manifest }) => ejected.some((name) => manifest.name === `@plinth/${name}`)
  const packages = all.filter((one) => !isEjected(one))
  const isVendored = !packages.every(isInRegistry)
  const { devDependencies = {} } = readManifest(root)
  const installed = packages.map(({ file, integrity, manifest }) => {
    // A rename of the product leaves the scope alone.
    const place = `${VENDOR}/${manifest.name}-${manifest.version}.tgz`
    if (isVendored) cpSync(path.join(packed, file), path.join(root, place))
    const resolved = isVendored ? { resolved: `file:${place}` } : {}
    const fields = lockedFields.flatMap((field) => (manifest[field] ? [[field, manifest[field]]] : []))
    return {
      name: manifest.name,
      asked: resolved.resolved ?? manifest.version,
      locked: {
        version: manifest.version,
        ...resolved,
        integrity,
        ...(manifest.name in devDependencies && { dev: true }),
        ...Object.fromEntries(fields),
      },
    }
  })
  const own = all.filter(isEjected).map(({ manifest }) => ({ name: manifest.name, asked: manifest.version }))
  changeProject(root, [...installed, ...own])
  if (isVendored && existsSync(templateBeside(packed)))
    cpSync(templateBeside(packed), path.join(root, releaseFile(all[0].manifest.version)))
  return isVendored ? `from ${VENDOR}/, which the registry lacks` : 'from the registry'
}

/** The release that create-plinth carries beside the packed packages. */
export const templateBeside = (packed) => path.join(packed, '../template.tgz')

/** Where a project has the release that it came from, if the registry lacks it. */
export const releaseFile = (version) => `${VENDOR}/create-plinth-${version}.tgz`

/** Makes a release what a project made of it whose packages are installed: with those that it has now. */
export function leavePackagesAs(root, project) {
  const asked = Object.assign({}, ...groups.map((group) => readManifest(project)[group]))
  if (existsSync(path.join(project, VENDOR)))
    cpSync(path.join(project, VENDOR), path.join(root, VENDOR), { recursive: true })
  const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'))
  const names = Object.keys(asked).filter((name) => name.startsWith('@plinth/'))
  changeProject(
    root,
    names.map((name) => ({ name, asked: asked[name], locked: packages[`node_modules/${name}`] })),
  )
}

/** Whether a folder has the sources of its packages as a clone does, and not by eject. */
export const hasSources = (root) =>
  existsSync(path.join(root, 'packages/cli/src')) && !readJson(root, '.plinth/base.json').ejected

/** Whether the registry has a package with this content. Anybody may have taken its name. */
function isInRegistry({ integrity, manifest }) {
  const [npm, ...first] = npmCommand()
  const args = ['view', `${manifest.name}@${manifest.version}`, 'dist.integrity', '--json']
  const flags = ['--fetch-retries=0', '--fetch-timeout=10000', '--prefer-online', '--loglevel=silent']
  const { status, stdout } = spawnSync(npm, [...first, ...args, ...flags], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return status === 0 && stdout.trim() === JSON.stringify(integrity)
}

function changeProject(root, installed) {
  rmSync(path.join(root, 'packages'), { recursive: true, force: true })
  change(root, 'package.json', (text) => {
    const manifest = JSON.parse(text)
    ask(manifest, installed)
    return json(manifest)
  })
  change(root, 'package-lock.json', (text) => {
    const lockfile = JSON.parse(text)
    lockfile.packages = lockedPackages(lockfile.packages, installed)
    return json(lockfile)
  })
  const isVendored = existsSync(path.join(root, VENDOR))
  const copyLine = isVendored ? `COPY ${VENDOR} ./${VENDOR}\n` : ''
  change(root, 'Dockerfile', (text) => text.replace('COPY packages ./packages\n', copyLine))
  for (const folder of ['.', 'docs'].filter((one) => existsSync(path.join(root, one))))
    for (const name of readdirSync(path.join(root, folder)))
      if (name.endsWith('.md') && name !== 'CHANGELOG.md')
        change(root, path.join(folder, name), withPackageNames)
}

/** What documents say of sources is true of what is installed, but for tests: `withoutMissingTests`. */
const withPackageNames = (text) =>
  text
    .replaceAll(
      /\bpackages\/(cli|core|postgres|testing)\/src\/(?![^\s`]*\.test\.)/g,
      'node_modules/@plinth/$1/src/',
    )
    .replaceAll(/\bpackages\/(cli|core|postgres|testing)(\/src)?(?=[/`])(?![^\s`]*\.test\.)/g, '@plinth/$1')
    .replaceAll(/^packages\/ .*\n/gm, '')

/** The optional peer that tests of the chat load. */
export const CHAT_TEST_PACKAGE = '@ai-sdk/openai-compatible'

/** What a setting of core may need (decision 060). */
const isLeft = (name, { peerDependenciesMeta = {} }) =>
  name !== CHAT_TEST_PACKAGE && peerDependenciesMeta[name]?.optional === true

function ask(manifest, installed) {
  delete manifest.workspaces
  const core = installed.find(({ name }) => name === '@plinth/core')?.locked
  for (const name of Object.keys(core?.peerDependencies ?? {}))
    if (isLeft(name, core)) delete manifest.devDependencies[name]
  for (const { name, asked } of installed) {
    const group = groups.find((one) => manifest[one]?.[name] !== undefined) ?? 'dependencies'
    manifest[group][name] = asked
  }
}

/** The packages of a lockfile, with installed ones in place of links to sources. */
function lockedPackages(packages, installed) {
  ask(packages[''], installed)
  const isOurs = (place) => installed.some(({ name }) => place === `node_modules/${name}`)
  const entries = Object.entries(packages).flatMap(([place, entry]) => {
    const [, folder, rest] = /^(packages\/[^/]+)(\/node_modules\/.+)?$/.exec(place) ?? []
    if (folder === undefined) return isOurs(place) ? [] : [[place, entry]]
    return rest === undefined ? [] : [[`node_modules/${packages[folder].name}${rest}`, entry]]
  })
  const own = installed.map(({ name, locked }) => [`node_modules/${name}`, locked])
  const all = Object.fromEntries([...entries, ...own])
  // As npm writes it, which would change the line with the first package that is added.
  for (const { locked } of installed)
    for (const place of Object.keys(locked?.peerDependenciesMeta ?? {}).map((name) => `node_modules/${name}`))
      if (all[place]?.dev) all[place] = renamed(all[place], 'dev', 'devOptional')
  return neededOf(all)
}

const renamed = (entry, from, to) =>
  Object.fromEntries(Object.entries(entry).map(([key, value]) => [key === from ? to : key, value]))

const readJson = (root, file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const readManifest = (root) => readJson(root, 'package.json')
const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`

function change(root, file, edit) {
  const place = path.join(root, file)
  if (!existsSync(place)) return
  const before = readFileSync(place, 'utf8')
  const after = edit(before)
  if (after !== before) writeFileSync(place, after)
}
