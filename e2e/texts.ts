import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '../src/core/i18n/languages.ts'
import { brand } from '../src/lib/brand.ts'

export { languages, type Language } from '../src/core/i18n/languages.ts'

type Tree = { [key: string]: string | Tree }

const source = path.resolve(import.meta.dirname, '../src')
const foldersOf = (namespace: string) => [
  namespace,
  `app/${namespace}`,
  `features/${namespace}`,
  `core/${namespace}`,
  `core/i18n/${namespace}`,
  `core/auth/${namespace}`,
]
const read = new Map<string, Tree>()

function textsOf(namespace: string, language: Language): Tree {
  const file = foldersOf(namespace)
    .map((folder) => path.join(source, folder, 'locales', `${language}.json`))
    .find((name) => existsSync(name))
  if (!file) throw new Error(`No texts called ${namespace}`)
  const known = read.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Tree)
  read.set(file, known)
  return known
}

/** English runs with every `npm test`; the same journey in another language with `npm run test:slow`. */
export const tagOf = (language: Language) => (language === 'en' ? {} : { tag: '@slow' })

/**
 * The words a person reads in one language, from the same files as the application's: journeys go on when a
 * wording is polished. Throws for an unknown key.
 */
export function textIn(language: Language) {
  return (key: `${string}:${string}`, given: Record<string, string> = {}): string => {
    const params: Record<string, string> = { brand: brand.name, ...given }
    const [namespace = '', way = ''] = key.split(':')
    const text = way
      .split('.')
      .reduce<string | Tree | undefined>(
        (tree, step) => (typeof tree === 'object' ? tree[step] : undefined),
        textsOf(namespace, language),
      )
    if (typeof text !== 'string') throw new Error(`No text ${key} in ${language}`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')
  }
}
