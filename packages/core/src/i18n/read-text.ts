import { formatMoment, formatWait } from '#/lib/format-time.ts'
import type { Catalog, Section, Texts, TranslationKey, TranslationParams } from './keys.ts'

const pluralRules = new Map<string, Intl.PluralRules>()

function pluralSuffix(language: string, count: number): string {
  let rules = pluralRules.get(language)
  if (!rules) pluralRules.set(language, (rules = new Intl.PluralRules(language)))
  return rules.select(count)
}

function lookUp(texts: Texts | undefined, path: string): string | undefined {
  let at: string | Texts | undefined = texts
  for (const step of path.split('.'))
    at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}

const ISO_8601 = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/**
 * Adds derived parameters: `{{wait}}` for `retryAfterSeconds` in words (`in 15 minutes`; a minute if
 * unknown), and `{{moment}}` for `until` (ISO 8601) as local date and time.
 */
export function withWait(language: string, params: TranslationParams): TranslationParams {
  if (typeof params.until === 'string' && ISO_8601.test(params.until))
    return { moment: formatMoment(new Date(params.until), language), ...params }
  return 'retryAfterSeconds' in params
    ? { ...params, wait: formatWait(Number(params.retryAfterSeconds ?? 60), language) }
    : params
}

/**
 * Translates like i18next: `count` selects the plural form, `{{name}}` is a parameter. A test compares both
 * over every translation. Undefined for a key that is not in the catalog (decision 003).
 */
export function readText(
  { language, catalog }: { language: string; catalog: Catalog },
  key: string,
  params: TranslationParams = {},
): string | undefined {
  const [namespace = '', path = ''] = key.split(':')
  const texts = catalog[namespace]
  const plural =
    typeof params.count === 'number'
      ? lookUp(texts, `${path}_${pluralSuffix(language, params.count)}`)
      : undefined
  const text = plural ?? lookUp(texts, path)
  return text?.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(params[name] ?? ''))
}

/**
 * Returns a section of all loaded namespaces as one: the keys of its texts, by their path in the section. The
 * order does not depend on what was loaded first.
 */
export function keysOfSection(catalog: Catalog, section: Section): ReadonlyMap<string, TranslationKey> {
  const keys = new Map<string, TranslationKey>()
  const add = (namespace: string, path: string, value: string | Texts | undefined) => {
    if (typeof value === 'string') keys.set(path, `${namespace}:${section}.${path}` as TranslationKey)
    else
      for (const [name, inner] of Object.entries(value ?? {}))
        add(namespace, path === '' ? name : `${path}.${name}`, inner)
  }
  for (const namespace of Object.keys(catalog).toSorted()) add(namespace, '', catalog[namespace]?.[section])
  return keys
}
