import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { linkPackages } from '../link-packages.ts'
import { CHAT_TEST_PACKAGE } from './leave-packages.mjs'
import { neededOf, type Locked } from './lockfile.mjs'

const groups = ['dependencies', 'devDependencies'] as const

/**
 * Takes packages that nothing in the project imports any more out of package.json and package-lock.json, and
 * returns their names. They stay in node_modules until the next command installs what the files say.
 */
export function dropUnused(root: string): string[] {
  const unused = [...unusedPackages(root), ...unusedPeers(root)]
  if (unused.length === 0) return []
  const drop = (manifest: Locked) => {
    for (const group of groups) for (const name of unused) delete manifest[group]?.[name]
  }
  change<Locked>(path.join(root, 'package.json'), (manifest) => {
    drop(manifest)
    return manifest
  })
  change<Lockfile>(path.join(root, 'package-lock.json'), (lockfile) => {
    drop(lockfile.packages[''] ?? {})
    return { ...lockfile, packages: neededOf(lockfile.packages) }
  })
  return unused
}

type Lockfile = { packages: Record<string, Locked> }

function change<Content>(file: string, edit: (content: Content) => Content): void {
  if (!existsSync(file)) return
  const after = edit(JSON.parse(readFileSync(file, 'utf8')) as Content)
  writeFileSync(file, `${JSON.stringify(after, undefined, 2)}\n`)
}

/**
 * What a package of ours can do without: knip takes it for used by that package, and it is unused unless a
 * source of the project names it. Not that of an ejected package, whose sources name it.
 */
function unusedPeers(root: string): string[] {
  const { dependencies, devDependencies } = readLocked(path.join(root, 'package.json'))
  const asked = { ...dependencies, ...devDependencies }
  const installed = globSync('node_modules/@plinth/*').filter(
    (folder) => !existsSync(path.join(root, 'packages', path.basename(folder))),
  )
  const optional = installed.flatMap((folder) => {
    const { peerDependenciesMeta = {} } = readLocked(path.join(folder, 'package.json'))
    return Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name]?.optional)
  })
  const names = [...new Set(optional)].filter((name) => name in asked && name !== CHAT_TEST_PACKAGE)
  const sources = globSync('{src,build,tests,e2e}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  )
  return names.filter((name) => !sources.some((text) => text.includes(`'${name}'`)))
}

const readLocked = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Locked

type Issues = { file: string; dependencies?: { name: string }[]; devDependencies?: { name: string }[] }[]

function unusedPackages(root: string): string[] {
  const knip = path.resolve('node_modules/knip/bin/knip.js')
  const flags = ['--include', 'dependencies', '--reporter', 'json', '--no-progress']
  const isLinked = !existsSync(path.join(root, 'node_modules'))
  // A release has no packages of its own: those of this project are as good.
  if (isLinked) linkPackages('.', root)
  const { stdout, stderr } = spawnSync(process.execPath, [knip, ...flags], { cwd: root, encoding: 'utf8' })
  if (isLinked) rmSync(path.join(root, 'node_modules'), { recursive: true })
  if (stdout === '') throw new Error(`knip failed: ${stderr.trim()}`)
  return (JSON.parse(stdout) as { issues: Issues }).issues
    .filter(({ file }) => file === 'package.json')
    .flatMap(({ dependencies = [], devDependencies = [] }) => [...dependencies, ...devDependencies])
    .map(({ name }) => name)
}
