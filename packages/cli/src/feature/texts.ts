// The texts of a generated feature. Those with its noun are gaps in a language whose noun is not given; so
// are the names of its fields in all but English.
import type { Language } from '@plinth/core/internal/i18n/languages.ts'
import type { WrittenTexts } from '@plinth/core/internal/i18n/fill-gaps.ts'
import { capitalized, type Field } from './kinds.ts'
import type { FeatureNames } from './feature-names.ts'
import type { Verbs } from './verbs.ts'

/** What one of a feature is called: `Rechnung`, `Rechnungen`, f. English has no gender. */
export type Noun = { one: string; many: string; gender: 'm' | 'f' | 'n' }

type Phrases = (noun: Noun) => {
  new: string
  search: string
  none: string
  created: string
  saved: string
  deleted: string
  restored: string
  sweep: string
  /** The choice of nothing. */
  nothing: string
}

/** `an invoice` and `an FAQ`, but `a unit` and `a URL`. */
export function articleOf(noun: string): string {
  const isAbbreviation = /^.\p{Lu}/u.test(noun)
  const takesAn = isAbbreviation
    ? /^[AEFHILMNORSX]/
    : /^(?!uni(?!n|mp|dent)|us[aeu]|ut[eio]|eu|one|ubi)[aeiou]|^(hour|hono|hones|heir)/i
  return takesAn.test(noun) ? 'an' : 'a'
}

/** With a small letter first, but `PDF`, `API key` and `NF-e` stay as they are. */
const lower = (text: string) =>
  /^.(\p{Ll}|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const english: Phrases = ({ one, many }) => ({
  new: `New ${lower(one)}`,
  search: `Search ${lower(many)}`,
  none: `No ${lower(many)} yet`,
  created: `${one} created`,
  saved: `${one} saved`,
  deleted: `${one} deleted`,
  restored: `${one} restored`,
  sweep: `${one} cleanup`,
  nothing: 'None',
})

const german: Phrases = ({ one, many, gender }) => ({
  new: `${{ m: 'Neuer', f: 'Neue', n: 'Neues' }[gender]} ${one}`,
  search: `${many} suchen`,
  none: `Noch keine ${many}`,
  created: `${one} angelegt`,
  saved: `${one} gespeichert`,
  deleted: `${one} gelöscht`,
  restored: `${one} wiederhergestellt`,
  sweep: `${many} aufräumen`,
  nothing: 'Ohne Angabe',
})

const spanish: Phrases = ({ one, many, gender }) => {
  const o = gender === 'f' ? 'a' : 'o'
  return {
    new: `Nuev${o} ${lower(one)}`,
    search: `Buscar ${lower(many)}`,
    none: `Aún no hay ${lower(many)}`,
    created: `${one} cread${o}`,
    saved: `${one} guardad${o}`,
    deleted: `${one} eliminad${o}`,
    restored: `${one} restaurad${o}`,
    sweep: `Limpieza de ${lower(many)}`,
    nothing: 'Ninguno',
  }
}

const portuguese: Phrases = ({ one, many, gender }) => {
  const o = gender === 'f' ? 'a' : 'o'
  return {
    new: `Nov${o} ${lower(one)}`,
    search: `Buscar ${lower(many)}`,
    none: `Ainda não há ${lower(many)}`,
    created: `${one} criad${o}`,
    saved: `${one} salv${o}`,
    deleted: `${one} excluíd${o}`,
    restored: `${one} restaurad${o}`,
    sweep: `Limpeza de ${lower(many)}`,
    nothing: 'Nenhum',
  }
}

/** Another language has gaps for all. No text has the noun in a case that its two forms don't tell. */
const phrases: Readonly<Partial<Record<string, Phrases>>> = {
  en: english,
  de: german,
  es: spanish,
  pt: portuguese,
}

/** `item` is the noun in the names of its audit actions. */
type Wanted = {
  noun: Noun | undefined
  item: string
  fields: readonly Field[]
  verbs: Verbs
  names: FeatureNames
  /** Whether the rows are in a section of another page, and have none of their own. */
  isPart: boolean
}

/**
 * Returns the texts of a feature in one language. Null is a gap, which English fills. Those that features for
 * all others show, such as the audit log, are there before these are: `npm run add` brings them.
 */
export function textsOf(language: Language, wanted: Wanted): WrittenTexts {
  const { noun, item, fields, verbs, names, isPart } = wanted
  const isEnglish = language === 'en'
  const words = (noun && phrases[language]?.(noun)) ?? gaps
  const title = noun?.many ?? null
  const withOptions = fields.filter(({ options }) => options.length > 0)
  const optionsOf = ({ options }: Field) =>
    options.map((one) => [one, isEnglish ? capitalized(one.replaceAll('_', ' ')) : null])
  const actions = {
    ...(verbs.create && { create: words.created }),
    ...(verbs.update && { update: words.saved }),
    ...(verbs.delete && { delete: words.deleted, restore: words.restored }),
  }
  const texts = {
    ...(!isPart && { shell: { nav: title, ...(verbs.create && { new: words.new }) } }),
    list: {
      ...(isPart ? { title, new: words.new } : { search: words.search }),
      empty: words.none,
      ...(verbs.writes &&
        withOptions.some(({ kind, isOptional }) => kind === 'enum' && isOptional) && { none: words.nothing }),
    },
    fields: Object.fromEntries(fields.map(({ name, label }) => [name, isEnglish ? label : null])),
    ...(withOptions.length > 0 && {
      options: Object.fromEntries(
        withOptions.map((field) => [field.name, Object.fromEntries(optionsOf(field))]),
      ),
    }),
    ...(Object.keys(actions).length > 0 && {
      audit: {
        nouns: { [item]: title },
        targets: { [item]: noun ? `${noun.one} {{mark}}` : null },
        actions: { [item]: actions },
      },
    }),
    scopeNames: { [names.plural.camel]: title },
    ...(verbs.delete && { jobs: { [`sweep-${names.plural.kebab}`]: words.sweep } }),
  }
  return texts
}

const gaps = Object.fromEntries(
  Object.keys(english({ one: '', many: '', gender: 'n' })).map((key) => [key, null]),
) as Record<keyof ReturnType<Phrases>, null>
