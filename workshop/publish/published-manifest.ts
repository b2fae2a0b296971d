/** What is read of a package.json of ours. */
export type Manifest = {
  name: string
  version: string
  private?: boolean
  exports?: Target
  imports?: Record<string, Target>
  bin?: string | Record<string, string>
  files?: string[]
  dependencies?: Record<string, string>
} & Record<string, unknown>

/** A file, none, or one for each condition. */
export type Target = string | null | { [condition: string]: Target }

/** src/x.ts -> dist/x.js */
export const builtPath = (file: string): string =>
  file.replace(/^(\.\/)?src\//, '$1dist/').replace(/(?<!\.d)\.tsx?$/, '.js')

/**
 * The package.json of a package as it is published: what names a source names what is built of it, with its
 * declarations.
 */
export function publishedManifest(manifest: Manifest): Manifest {
  const { private: _, devDependencies, scripts: __, ...published } = manifest
  const { exports, imports, bin } = published
  return {
    ...published,
    files: ['dist', 'src', 'data', '*.md'],
    // For `plinth eject`.
    source: { exports, imports, bin, devDependencies },
    ...(exports !== undefined && { exports: builtExports(exports) }),
    ...(imports !== undefined && { imports: builtMap(imports) }),
    ...(bin !== undefined && { bin: builtBin(bin) }),
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
