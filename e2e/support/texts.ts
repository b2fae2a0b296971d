import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '../../src/core/i18n/languages.ts'
import { brand } from '../../src/lib/brand.ts'

export { languages, type Language } from '../../src/core/i18n/languages.ts'

type Tree = { [key: string]: string | Tree }

const source = path.resolve(import.meta.dirname, '../../src')
const read = new Map<string, Tree>()

function textsOf(namespace: string, language: Language): Tree {
  const key = `${namespace} ${language}`
  const known = read.get(key)
  if (known) return known
  const [found] = globSync(`**/${namespace}/locales/${language}.json`, { cwd: source })
  if (found === undefined) throw new Error(`No texts called ${namespace}`)
  const tree = JSON.parse(readFileSync(path.join(source, found), 'utf8')) as Tree
  read.set(key, tree)
  return tree
}

/** English runs with every `npm test`, the same journey in other languages with `npm run test:slow`. */
export const tagOf = (language: Language) => (language === 'en' ? {} : { tag: '@slow' })

/**
 * Reads the messages of one language from the application's own files, so that journeys survive changes of
 * wording. Throws for an unknown key.
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
