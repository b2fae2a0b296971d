import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CHAT_TEST_PACKAGE } from './leave-packages.mjs'
import { neededOf, type Locked } from './lockfile.mjs'

const groups = ['dependencies', 'devDependencies'] as const

/** The packages that the sources of the project import. */
export function importedPackages(root: string): ReadonlySet<string> {
  const sources = globSync(['{src,build,scripts,tests,e2e,workshop}/**/*.{ts,tsx,mjs,css}', '*.{ts,mjs}'], {
    cwd: root,
  })
  const imported = /\b(?:from|import|require|resolve|plugin)\b[\s(]*['"]((?:@[\w.-]+\/)?[\w.-]+)/g
  return new Set(
    sources.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(imported)].map(([, name = '']) => name),
    ),
  )
}

/**
 * Takes packages out of package.json and package-lock.json that a deletion left without an import, and
 * returns their names. `before` is what `importedPackages` said before it. They stay in node_modules until
 * the next command installs what the files say.
 */
export function dropUnused(root: string, before: ReadonlySet<string>): string[] {
  const after = importedPackages(root)
  const { dependencies, devDependencies } = readLocked(path.join(root, 'package.json'))
  const peers = peersOf(root)
  const unused = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => (peers.get(name) ?? before.has(name)) && !after.has(name),
  )
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
 * What the installed packages of ours ask the project for, and whether all of them can do without. Not those
 * of an ejected package, whose sources import them.
 */
function peersOf(root: string): ReadonlyMap<string, boolean> {
  const installed = globSync('node_modules/@plinth/*').filter(
    (folder) => !existsSync(path.join(root, 'packages', path.basename(folder))),
  )
  const peers = new Map<string, boolean>()
  for (const folder of installed) {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = readLocked(path.join(folder, 'package.json'))
    for (const name of Object.keys({ ...peerDependencies, ...peerDependenciesMeta })) {
      const isOptional = peerDependenciesMeta[name]?.optional === true && name !== CHAT_TEST_PACKAGE
      peers.set(name, isOptional && peers.get(name) !== false)
    }
  }
  return peers
}

const readLocked = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Locked
