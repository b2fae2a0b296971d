import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fillGaps } from '@plinth/core/internal/i18n/fill-gaps.ts'
import { type Language, type Texts, type WrittenTexts, defaultLanguage } from '@plinth/core/texts'
import { brand } from '@plinth/cli/project.ts'
import { moduleFolders } from '@plinth/cli/core-folder.ts'

export { languages } from '@plinth/cli/project.ts'
export type { Language } from '@plinth/core/texts'

const source = process.cwd()
const read = new Map<string, Texts>()

function textsOf(namespace: string, language: Language): Texts {
  const key = `${namespace} ${language}`
  const known = read.get(key)
  if (known) return known
  const [own, english] = [language, defaultLanguage].map((one) => {
    // Those of the application replace core's.
    const found = globSync(`${moduleFolders(source)}/**/${namespace}/locales/${one}.json`, { cwd: source })
      .toSorted()
      .at(-1)
    if (found !== undefined)
      return { [namespace]: JSON.parse(readFileSync(path.join(source, found), 'utf8')) as WrittenTexts }
    if (one === defaultLanguage) throw new Error(`No texts called ${namespace}`)
    return {}
  })
  const texts = fillGaps(language, own ?? {}, english ?? {})[namespace] ?? {}
  read.set(key, texts)
  return texts
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
      .reduce<string | Texts | undefined>(
        (tree, step) => (typeof tree === 'object' ? tree[step] : undefined),
        textsOf(namespace, language),
      )
    if (typeof text !== 'string') throw new Error(`No text ${key} in ${language}`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')
  }
}
