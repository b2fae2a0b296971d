import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** `import { a, type B } from '@plinth/core/access'` */
const entryImport = /\b(import|export)( type)? \{([^}]*)\} from '(@plinth\/core\/(?!internal\/)[^']+)'/g
const reexport = /\bexport(?: type)? (?:\{([^}]*)\}|\*) from ["']([^"']+)["']/g

/**
 * Imports what an entry of core exports from the module that has it. Which chunk a module belongs to follows
 * from who imports it (build/chunk-groups.ts), and an entry imports everything of its kind.
 */
export function directImports(): Plugin {
  const entries = new Map<string, Promise<Map<string, string>>>()
  return {
    name: 'plinth:direct-imports',
    enforce: 'pre',
    watchChange: () => entries.clear(),
    transform: {
      filter: { id: { include: /\.tsx?(\?|$)/, exclude: /[?&](raw|url)\b/ }, code: '@plinth/core/' },
      async handler(code, id) {
        const sources = new Map<string, Map<string, string>>()
        for (const [, , isType, , entry = ''] of code.matchAll(entryImport)) {
          // Development refuses these imports as soon as they are resolved; the compiler has yet to remove
          // those of server functions. A build refuses what is left, by the module that has the name.
          const { config, mode } = this.environment
          const isRefused = mode === 'dev' && config.consumer === 'client' && /\bserver$/.test(entry)
          if (isType || isRefused || sources.has(entry)) continue
          const file = await this.resolve(entry, id)
          if (!file) continue
          const key = `${this.environment.name} ${file.id}`
          const read = entries.get(key) ?? readEntry(pathOf(file.id), (from) => this.resolve(from, file.id))
          entries.set(key, read)
          sources.set(entry, await read)
        }
        return {
          code: code.replaceAll(entryImport, (...[all, word, isType, list, entry]: string[]) => {
            const modules = sources.get(entry ?? '')
            return isType || !modules
              ? String(all)
              : divided(`${word}`, list ?? '', (name) => modules.get(name) ?? modules.get('*') ?? `${entry}`)
          }),
          map: null,
        }
      },
    },
  }
}

type Resolve = (from: string) => Promise<{ id: string } | null>

/** The module of each name; `*` is the one whose names are not listed. */
async function readEntry(file: string, resolve: Resolve): Promise<Map<string, string>> {
  const modules = new Map<string, string>()
  for (const [, names = '*', from = ''] of (await readFile(file, 'utf8')).matchAll(reexport))
    for (const name of namesIn(names)) modules.set(nameOf(name), pathOf((await resolve(from))?.id ?? from))
  return modules
}

/** Vite gives what is installed a version, once more for whoever imports it. */
const pathOf = (id: string) => id.replace(/\?v=\w+$/, '')

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** `type A as B` is `A`. */
const nameOf = (name: string) => name.replace(/^type /, '').replace(/ as .+$/, '')

/** One statement for each module, on as many lines as before. */
function divided(word: string, list: string, moduleOf: (name: string) => string): string {
  const values = namesIn(list).filter((name) => !name.startsWith('type '))
  const byModule = Map.groupBy(values, (name) => moduleOf(nameOf(name)))
  const statements = [...byModule].map(([from, names]) => `${word} { ${names.join(', ')} } from '${from}'`)
  return statements.join(';') + '\n'.repeat(list.split('\n').length - 1)
}
