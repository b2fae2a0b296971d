// Compares keys with their use: keys that the source mentions and no file has, and the reverse.
import { defaultLanguage, type Language } from '#/core/i18n/languages.ts'
import { baseKey, baseKeys, placeholders, type Finding, type LocaleFolder } from './catalogs.ts'
import type { KeyMention } from './sources.ts'

/** Reports mentioned keys that English lacks, parameters missing from a mention, and unused keys. */
export function compareWithUse(folders: readonly LocaleFolder[], mentions: readonly KeyMention[]): Finding[] {
  const known = new Set<string>()
  for (const { namespace, texts } of folders)
    for (const key of baseKeys(englishOf(texts))) known.add(`${namespace}:${key}`)
  const used = new Set<string>()
  const findings: Finding[] = []
  for (const mention of mentions) {
    const found = (what: string) => findings.push({ file: `${mention.file}:${mention.line}`, what })
    const matches = mention.isPattern
      ? [...known].filter((key) => patternOf(mention.key).test(key))
      : known.has(mention.key)
        ? [mention.key]
        : []
    if (matches.length === 0) found(`${mention.key} is in no English file`)
    for (const key of matches) used.add(key)
    const lacking = mention.params
      ? [...placeholdersOf(folders, mention.key)].filter((name) => !mention.params?.has(name))
      : []
    if (lacking.length > 0) found(`${mention.key} is given no ${lacking.join(', ')}`)
  }
  return [...findings, ...unused(folders, used)]
}

const englishOf = (texts: LocaleFolder['texts']) => texts.get(defaultLanguage) ?? new Map<string, string>()

function unused(folders: readonly LocaleFolder[], used: ReadonlySet<string>): Finding[] {
  return folders.flatMap(({ folder, namespace, texts }) =>
    [...baseKeys(englishOf(texts))]
      .filter((key) => !used.has(`${namespace}:${key}`))
      .map((key) => ({ file: `${folder}/${defaultLanguage}.json`, what: `${key} is used nowhere` })),
  )
}

function patternOf(key: string): RegExp {
  return new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`)
}

function placeholdersOf(folders: readonly LocaleFolder[], key: string): Set<string> {
  const [namespace, path] = key.split(':')
  const english = englishOf(
    folders.find((folder) => folder.namespace === namespace)?.texts ??
      new Map<Language, Map<string, string>>(),
  )
  return new Set(
    [...english]
      .filter(([own]) => baseKey(own, english) === path)
      .flatMap(([, text]) => [...placeholders(text)]),
  )
}
