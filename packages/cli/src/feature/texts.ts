// The texts of a generated feature. Those with its noun are null, a gap that English fills, in a language
// whose noun is not given; so are the names of its fields.
import type { Language } from '@plinth/core/internal/i18n/languages.ts'
import type { WrittenTexts } from '@plinth/core/internal/i18n/fill-gaps.ts'
import { capitalized, kinds, type Field } from './kinds.ts'
import type { FeatureNames } from './feature-names.ts'
import type { Verbs } from './verbs.ts'

/** What one of a feature is called: `Rechnung`, `Rechnungen`, f. English has no gender. */
export type Noun = { one: string; many: string; gender: 'm' | 'f' | 'n' }

type Phrases = {
  /** With the noun; none of these if it is unknown. */
  nouns(noun: Noun): {
    new: string
    a: string
    all: string
    recent: string
    search: string
    none: string
    create: string
    edit: string
    created: string
    saved: string
    deleted: string
    restored: string
    deletedOne: string
    sweep: string
    chat: {
      text: string
      search: string
      newest: string
      none: string
      noneFor: string
      found: string
      foundOne: string
    }
  }
  activity: { create: string; update: string; restore: string }
  list: Readonly<Record<string, string>>
  /** Null where it is the English text. */
  values: { yes: string; no: string | null; none: string; gone: string; former: string }
  creating: string
  cancel: string
  page: { edit: string; delete: string }
  edit: { submit: string; pending: string; changedMeanwhile: string }
  undo: string
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

const english: Phrases = {
  nouns: ({ one, many }) => ({
    new: `New ${lower(one)}`,
    a: `${articleOf(one)} ${lower(one)}`,
    all: `All ${lower(many)}`,
    recent: `Recent ${lower(many)}`,
    search: `Search ${lower(many)}`,
    none: `No ${lower(many)} yet`,
    create: `Create ${lower(one)}`,
    edit: `Edit ${lower(one)}`,
    created: `${one} created`,
    saved: `${one} saved`,
    deleted: `${one} deleted`,
    restored: `${one} restored`,
    deletedOne: `{{name}} deleted ${articleOf(one)} ${lower(one)}`,
    sweep: `${one} cleanup`,
    chat: {
      text: `Search ${lower(many)}, or list the newest`,
      search: `Search ${lower(many)} for “{{query}}”`,
      newest: `Get latest ${lower(many)}`,
      none: `There are no ${lower(many)} yet.`,
      noneFor: `No ${lower(many)} match “{{query}}”.`,
      found: `{{count}} ${lower(many)}:`,
      foundOne: `{{count}} ${lower(one)}:`,
    },
  }),
  activity: {
    create: '{{name}} created {{object}}',
    update: '{{name}} edited {{object}}',
    restore: '{{name}} restored {{object}}',
  },
  list: {
    intro: 'Shared with everyone in this workspace.',
    clearSearch: 'Clear search',
    any: '{{field}}: all',
    sort: 'Sort by',
    created: 'Created',
    emptyText: 'What you add is shown here, for everyone in this workspace.',
    nothingFound: 'Nothing matches your search',
    nothingFoundText: 'Try fewer or different words, or other filters.',
    showAll: 'Show all',
    more: 'Show more',
    loadingMore: 'Loading...',
    retry: 'Try again',
    former: 'Former member',
  },
  values: { yes: 'Yes', no: 'No', none: 'None', gone: 'No longer available', former: 'Former member' },
  creating: 'Creating...',
  cancel: 'Cancel',
  page: { edit: 'Edit', delete: 'Delete' },
  edit: {
    submit: 'Save changes',
    pending: 'Saving...',
    changedMeanwhile: 'Someone else edited this in the meantime.',
  },
  undo: 'Undo',
}

const byGender = <T>(gender: Noun['gender'], [m, f, n]: readonly [T, T, T]): T => ({ m, f, n })[gender]

const german: Phrases = {
  nouns: ({ one, many, gender }) => ({
    new: `${byGender(gender, ['Neuer', 'Neue', 'Neues'])} ${one}`,
    a: `${byGender(gender, ['einen', 'eine', 'ein'])} ${one}`,
    all: `Alle ${many}`,
    recent: `Neueste ${many}`,
    search: `${many} suchen`,
    none: `Noch keine ${many}`,
    create: `${one} anlegen`,
    edit: `${one} bearbeiten`,
    created: `${one} angelegt`,
    saved: `${one} gespeichert`,
    deleted: `${one} gelöscht`,
    restored: `${one} wiederhergestellt`,
    deletedOne: `{{name}} hat ${byGender(gender, ['einen', 'eine', 'ein'])} ${one} gelöscht`,
    sweep: `${many} aufräumen`,
    chat: {
      text: `${many} suchen oder die neuesten anzeigen`,
      search: `${many} durchsuchen nach „{{query}}“`,
      newest: `Die neuesten ${many} ansehen`,
      none: `Es gibt noch keine ${many}.`,
      noneFor: `${byGender(gender, ['Kein', 'Keine', 'Kein'])} ${one} passt zu „{{query}}“.`,
      found: `{{count}} ${many}:`,
      foundOne: `{{count}} ${one}:`,
    },
  }),
  activity: {
    create: '{{name}} hat {{object}} angelegt',
    update: '{{name}} hat {{object}} bearbeitet',
    restore: '{{name}} hat {{object}} wiederhergestellt',
  },
  list: {
    intro: 'Für alle in diesem Arbeitsbereich sichtbar.',
    clearSearch: 'Suche zurücksetzen',
    any: '{{field}}: alle',
    sort: 'Sortieren nach',
    created: 'Angelegt',
    emptyText: 'Was Sie anlegen, steht hier für alle in diesem Arbeitsbereich.',
    nothingFound: 'Nichts passt zu Ihrer Suche',
    nothingFoundText: 'Versuchen Sie weniger oder andere Wörter oder andere Filter.',
    showAll: 'Alle anzeigen',
    more: 'Mehr anzeigen',
    loadingMore: 'Wird geladen …',
    retry: 'Erneut versuchen',
    former: 'Ehemaliges Mitglied',
  },
  values: {
    yes: 'Ja',
    no: 'Nein',
    none: 'Ohne Angabe',
    gone: 'Nicht mehr verfügbar',
    former: 'Ehemaliges Mitglied',
  },
  creating: 'Wird angelegt …',
  cancel: 'Abbrechen',
  page: { edit: 'Bearbeiten', delete: 'Löschen' },
  edit: {
    submit: 'Änderungen speichern',
    pending: 'Wird gespeichert …',
    changedMeanwhile: 'Inzwischen wurde das von jemand anderem bearbeitet.',
  },
  undo: 'Rückgängig',
}

// Feminine, but `un área`, because the a is stressed.
const stressedA =
  /^(h?á|(acta|agua|ala|alga|alma|ancla|ansia|arca|arma|arpa|asa|aspa|asta|aula|ave|haba|habla|hacha|hada|hambre|haya)(?!\p{L}))/iu

const spanish: Phrases = {
  nouns({ one, many, gender }) {
    const [nuevo, o] = gender === 'f' ? ['Nueva', 'a'] : ['Nuevo', 'o']
    const [un, ningun] = gender === 'f' && !stressedA.test(one) ? ['una', 'Ninguna'] : ['un', 'Ningún']
    return {
      new: `${nuevo} ${lower(one)}`,
      a: `${un} ${lower(one)}`,
      all: `Tod${o}s l${gender === 'f' ? 'a' : 'o'}s ${lower(many)}`,
      recent: `${capitalized(many)} recientes`,
      search: `Buscar ${lower(many)}`,
      none: `Aún no hay ${lower(many)}`,
      create: `Crear ${lower(one)}`,
      edit: `Editar ${lower(one)}`,
      created: `${capitalized(one)} cread${o}`,
      saved: `${capitalized(one)} guardad${o}`,
      deleted: `${capitalized(one)} eliminad${o}`,
      restored: `${capitalized(one)} restaurad${o}`,
      deletedOne: `{{name}} eliminó ${un} ${lower(one)}`,
      sweep: `Limpieza de ${lower(many)}`,
      chat: {
        text: `Buscar ${lower(many)} o ver l${o}s más recientes`,
        search: `Buscar «{{query}}» en l${o}s ${lower(many)}`,
        newest: `Ver l${o}s ${lower(many)} más recientes`,
        none: `Aún no hay ${lower(many)}.`,
        noneFor: `${ningun} ${lower(one)} coincide con «{{query}}».`,
        found: `{{count}} ${lower(many)}:`,
        foundOne: `{{count}} ${lower(one)}:`,
      },
    }
  },
  activity: {
    create: '{{name}} creó {{object}}',
    update: '{{name}} editó {{object}}',
    restore: '{{name}} restauró {{object}}',
  },
  list: {
    intro: 'Visible para todas las personas de este espacio de trabajo.',
    clearSearch: 'Limpiar la búsqueda',
    any: '{{field}}: todo',
    sort: 'Ordenar por',
    created: 'Creación',
    emptyText: 'Lo que añadas estará aquí para todas las personas de este espacio de trabajo.',
    nothingFound: 'Nada coincide con tu búsqueda',
    nothingFoundText: 'Prueba con menos palabras, con otras o con otros filtros.',
    showAll: 'Mostrar todo',
    more: 'Mostrar más',
    loadingMore: 'Cargando...',
    retry: 'Reintentar',
    former: 'Antiguo miembro',
  },
  values: { yes: 'Sí', no: null, none: 'Ninguno', gone: 'Ya no está disponible', former: 'Antiguo miembro' },
  creating: 'Creando...',
  cancel: 'Cancelar',
  page: { edit: 'Editar', delete: 'Eliminar' },
  edit: {
    submit: 'Guardar cambios',
    pending: 'Guardando...',
    changedMeanwhile: 'Mientras tanto, otra persona lo editó.',
  },
  undo: 'Deshacer',
}

const portuguese: Phrases = {
  nouns({ one, many, gender }) {
    const [novo, um, o] = gender === 'f' ? ['Nova', 'uma', 'a'] : ['Novo', 'um', 'o']
    return {
      new: `${novo} ${lower(one)}`,
      a: `${um} ${lower(one)}`,
      all: `Tod${o}s ${o}s ${lower(many)}`,
      recent: `${capitalized(many)} recentes`,
      search: `Buscar ${lower(many)}`,
      none: `Ainda não há ${lower(many)}`,
      create: `Criar ${lower(one)}`,
      edit: `Editar ${lower(one)}`,
      created: `${capitalized(one)} criad${o}`,
      saved: `${capitalized(one)} salv${o}`,
      deleted: `${capitalized(one)} excluíd${o}`,
      restored: `${capitalized(one)} restaurad${o}`,
      deletedOne: `{{name}} excluiu ${um} ${lower(one)}`,
      sweep: `Limpeza de ${lower(many)}`,
      chat: {
        text: `Buscar ${lower(many)} ou ver ${o}s mais recentes`,
        search: `Buscar “{{query}}” n${o}s ${lower(many)}`,
        newest: `Ver ${o}s ${lower(many)} mais recentes`,
        none: `Ainda não há ${lower(many)}.`,
        noneFor: `Nenhum${gender === 'f' ? 'a' : ''} ${lower(one)} corresponde a “{{query}}”.`,
        found: `{{count}} ${lower(many)}:`,
        foundOne: `{{count}} ${lower(one)}:`,
      },
    }
  },
  activity: {
    create: '{{name}} criou {{object}}',
    update: '{{name}} editou {{object}}',
    restore: '{{name}} restaurou {{object}}',
  },
  list: {
    intro: 'Visível para todas as pessoas deste espaço de trabalho.',
    clearSearch: 'Limpar a busca',
    any: '{{field}}: tudo',
    sort: 'Ordenar por',
    created: 'Criação',
    emptyText: 'O que você adicionar ficará aqui para todas as pessoas deste espaço de trabalho.',
    nothingFound: 'Nada corresponde à sua busca',
    nothingFoundText: 'Tente menos palavras, outras palavras ou outros filtros.',
    showAll: 'Mostrar tudo',
    more: 'Mostrar mais',
    loadingMore: 'Carregando...',
    retry: 'Tentar novamente',
    former: 'Antigo membro',
  },
  values: {
    yes: 'Sim',
    no: 'Não',
    none: 'Nenhum',
    gone: 'Não está mais disponível',
    former: 'Antigo membro',
  },
  creating: 'Criando...',
  cancel: 'Cancelar',
  page: { edit: 'Editar', delete: 'Excluir' },
  edit: {
    submit: 'Salvar alterações',
    pending: 'Salvando...',
    changedMeanwhile: 'Enquanto isso, outra pessoa editou isto.',
  },
  undo: 'Desfazer',
}

/** Another language has gaps for all of them. */
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
}

/** Returns the texts of a feature in one language, in the order of its files. */
export function textsOf(language: Language, { noun, item, fields, verbs, names }: Wanted): WrittenTexts {
  const known = phrases[language]
  const isEnglish = language === 'en'
  const { list, activity, values, edit, page, ...single } = known ?? empty(english)
  const words = (noun && known?.nouns(noun)) ?? empty(english.nouns({ one: '', many: '', gender: 'n' }))
  const { found, foundOne, ...chat } = words.chat
  const counts = new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.map((category) => [`found_${category}`, category === 'one' ? foundOne : found] as const)
  const title = noun ? capitalized(noun.many) : null
  const codes = fields.map((field) => ({ ...field, code: kinds[field.kind]?.(field) }))
  const withOptions = fields.filter(({ options }) => options.length > 0)
  const valuesUsed = {
    ...(codes.some(({ kind }) => kind === 'boolean') && { yes: values.yes, no: values.no }),
    ...(codes.some(({ kind, isOptional }) => kind === 'enum' && isOptional) &&
      verbs.writes && { none: values.none }),
    ...(codes.some(({ kind }) => kind === 'ref') && { gone: values.gone }),
    ...(codes.some(({ kind }) => kind === 'user') && { former: values.former }),
  }
  const { intro, clearSearch, any, former, ...others } = list as Record<string, string | null>
  const texts = {
    shell: { nav: title, ...(verbs.create && { new: words.new }) },
    scopeNames: { [names.plural.camel]: title },
    ...(verbs.create && {
      home: {
        activity: {
          create: activity.create,
          ...(verbs.update && { update: activity.update }),
          ...(verbs.delete && { delete: words.deletedOne, restore: activity.restore }),
          missing: words.a,
        },
      },
    }),
    chat: { ...chat, ...Object.fromEntries(counts) },
    list: {
      title,
      intro,
      ...(verbs.create && { new: words.new }),
      all: words.all,
      recent: words.recent,
      search: words.search,
      clearSearch,
      ...(codes.some(({ code }) => code?.filter) && { any }),
      emptyTitle: words.none,
      ...others,
      ...(verbs.get && { former }),
    },
    fields: Object.fromEntries(fields.map(({ name, label }) => [name, isEnglish ? label : null])),
    ...(withOptions.length > 0 && {
      options: Object.fromEntries(
        withOptions.map(({ name, options }) => [
          name,
          Object.fromEntries(
            options.map((one) => [one, isEnglish ? capitalized(one.replaceAll('_', ' ')) : null]),
          ),
        ]),
      ),
    }),
    ...(Object.keys(valuesUsed).length > 0 && { values: valuesUsed }),
    ...(verbs.create && {
      create: { title: words.new, submit: words.create, pending: single.creating, done: words.created },
    }),
    ...(verbs.writes && { form: { cancel: single.cancel } }),
    ...((verbs.update || verbs.delete) && {
      page: { ...(verbs.update && { edit: page.edit }), ...(verbs.delete && { delete: page.delete }) },
    }),
    ...(verbs.update && { edit: { title: words.edit, ...edit, done: words.saved } }),
    ...(verbs.delete && { delete: { done: words.deleted, undo: single.undo, undone: words.restored } }),
    ...((verbs.writes || verbs.delete) && {
      audit: {
        nouns: { [item]: title },
        targets: { [item]: noun ? `${capitalized(noun.one)} {{mark}}` : null },
        actions: {
          [item]: {
            ...(verbs.create && { create: words.created }),
            ...(verbs.update && { update: words.saved }),
            ...(verbs.delete && { delete: words.deleted, restore: words.restored }),
          },
        },
      },
    }),
    ...(verbs.delete && { jobs: { [`sweep-${names.plural.kebab}`]: words.sweep } }),
  }
  return texts as WrittenTexts
}

type Gaps<Tree> = { [Key in keyof Tree]: Tree[Key] extends string ? null : Gaps<Tree[Key]> }

/** The same keys with null for each text. */
function empty<Tree extends object>(tree: Tree): Gaps<Tree> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'object' ? empty(value as object) : null,
    ]),
  ) as Gaps<Tree>
}
