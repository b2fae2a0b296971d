/** What is read of a package.json of ours. */
export type Manifest = {
  name: string
  version: string
  private?: boolean
  exports?: Target
  imports?: Record<string, Target>
  bin?: string | Record<string, string>
  files?: string[]
  dependencies?: Versions
  devDependencies?: Versions
  peerDependencies?: Versions
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
} & Record<string, unknown>

type Versions = Record<string, string>

/** The package.json of a project, and the packages that the sources of a package import. */
type Context = { product: Manifest; imported: readonly string[] }

/** A file, none, or one for each condition. */
export type Target = string | null | { [condition: string]: Target }

/** src/x.ts -> dist/x.js */
export const builtPath = (file: string): string =>
  file.replace(/^(\.\/)?src\//, '$1dist/').replace(/(?<!\.d)\.tsx?$/, '.js')

/**
 * The package.json of a package as it is published: what names a source names what is built of it, with its
 * declarations. Throws an Error that names a package that is imported and not declared.
 */
export function publishedManifest(manifest: Manifest, { product, imported }: Context): Manifest {
  const { private: _, devDependencies, scripts: __, imports, ...published } = manifest
  const { exports, bin, dependencies, peerDependenciesMeta } = published
  return {
    ...published,
    ...needs(manifest, { product, imported }),
    files: ['dist', 'src', 'data', '*.md'],
    // For `plinth eject`.
    source: { exports, imports, bin, dependencies, devDependencies, peerDependenciesMeta },
    ...(exports !== undefined && { exports: builtExports(exports) }),
    ...(bin !== undefined && { bin: builtBin(bin) }),
  }
}

/**
 * A package that the project names, too, is the project's: a peer, so that it exists once, such as React. One
 * that the project has for development alone is optional to a package that also runs in production. So is one
 * that the sources have for development and name in `peerDependenciesMeta` (decision 060).
 */
function needs(
  manifest: Manifest,
  { product, imported }: Context,
): Pick<Manifest, 'dependencies' | 'peerDependencies' | 'peerDependenciesMeta'> {
  const { dependencies = {}, devDependencies = {}, peerDependenciesMeta = {} } = manifest
  const declared: Versions = { ...devDependencies, ...dependencies }
  const undeclared = imported.find((name) => declared[name] === undefined && name !== manifest.name)
  if (undeclared !== undefined) throw new Error(`${manifest.name} imports ${undeclared} and does not name it`)
  const ofProject: Versions = { ...product.devDependencies, ...product.dependencies }
  const isShared = (name: string) => ofProject[name] !== undefined && !name.startsWith('@plinth/')
  const used = Object.keys(declared)
    .filter((name) => imported.includes(name) || dependencies[name] || peerDependenciesMeta[name])
    .toSorted()
  const peers = used.filter((name) => isShared(name) || peerDependenciesMeta[name])
  const isForProduction = product.dependencies?.[manifest.name] !== undefined
  const optional = peers.filter(
    (name) =>
      peerDependenciesMeta[name]?.optional || (isForProduction && product.dependencies?.[name] === undefined),
  )
  const from = (names: readonly string[], range: string) =>
    Object.fromEntries(names.map((name) => [name, range + (declared[name] ?? '')]))
  return {
    dependencies: from(
      used.filter((name) => !peers.includes(name)),
      '',
    ),
    ...(peers.length > 0 && { peerDependencies: from(peers, '^') }),
    ...(optional.length > 0 && {
      peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
    }),
  }
}

/** The map of subpaths; a package may have a single entry instead. */
const builtExports = (exports: Target): Target =>
  typeof exports === 'object' && exports !== null && Object.keys(exports).every((key) => key.startsWith('.'))
    ? builtMap(exports)
    : builtTarget(exports)

const builtMap = (map: Record<string, Target>): Record<string, Target> =>
  Object.fromEntries(
    Object.entries(map).flatMap(([key, target]) => {
      // A pattern for files of all kinds: what is built has other endings, anything else keeps its own.
      if (!key.endsWith('*')) return [[key, builtTarget(target)]]
      const sources = ['.ts', '.tsx'].map((ending): [string, Target] => [
        key + ending,
        builtTarget(withEnding(target, ending)),
      ])
      return [...sources, [key, builtTarget(target)]]
    }),
  )

const withEnding = (target: Target, ending: string): Target => mapTarget(target, (file) => file + ending)

function mapTarget(target: Target, change: (file: string) => Target): Target {
  if (target === null) return null
  if (typeof target === 'string') return change(target)
  return Object.fromEntries(
    Object.entries(target).map(([condition, one]) => [condition, mapTarget(one, change)]),
  )
}

/** Declarations come first in their object: the first condition that is met counts. */
function builtTarget(target: Target): Target {
  if (target === null) return null
  if (typeof target === 'string') {
    const built = builtPath(target)
    return /\.tsx?$/.test(target) ? { types: built.replace(/\.js$/, '.d.ts'), default: built } : built
  }
  const { default: other, ...conditions } = target
  const built = Object.entries(conditions).map(([name, one]): [string, Target] => [name, builtTarget(one)])
  if (other === undefined) return Object.fromEntries(built)
  const ends = builtTarget(other)
  if (typeof ends !== 'object' || ends === null) return { ...Object.fromEntries(built), default: ends }
  const { types, ...rest } = ends
  return { ...(types !== undefined && { types }), ...Object.fromEntries(built), ...rest }
}

const builtBin = (bin: string | Record<string, string>): string | Record<string, string> =>
  typeof bin === 'string'
    ? builtPath(bin)
    : Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, builtPath(file)]))
