// The places where the composition root registers a slice, each with the edits that add and remove it. The
// edits work on text; oxfmt formats the result.
import { languages, type Language } from '#/core/i18n/languages.ts'
import type { FeatureNames } from './feature-names.ts'
import {
  addImport,
  after,
  endOf,
  inBlock,
  inList,
  inTexts,
  removeImports,
  type TwoWay,
} from './text-edits.ts'

export type Titles = Record<Language, string>

type Place = TwoWay & { file: string }

export const REVIEWED_TEXTS = 'scripts/same-in-all-languages.json'
const NAVIGATION_ICON = 'Shapes'

/**
 * Returns every place for a slice with these names. `titles` are its labels in the navigation. An edit throws
 * if the file does not have the expected shape.
 */
export function placesOf(names: FeatureNames, titles: Titles): Place[] {
  const { kebab, camel } = names.plural
  const imports = (line: string) => ({ add: addImport(line), remove: removeImports(`#/features/${kebab}/`) })
  const place = (file: string, ...edits: TwoWay[]): Place => ({
    file,
    add: (text) => edits.reduce((edited, { add }) => add(edited), text),
    remove: (text) => edits.reduce((edited, { remove }) => remove(edited), text),
  })
  return [
    place(
      'src/app/registry/access.ts',
      imports(`import { ${camel}Access } from '#/features/${kebab}/index.ts'`),
      inList({ opening: /const slices\b[^=]*=\s*\[/, closing: ']' }, `${camel}Access`),
    ),
    place(
      'src/app/registry/router.server.ts',
      imports(`import { ${camel}Router } from '#/features/${kebab}/index.server.ts'`),
      inList({ opening: /= router\(\{/, closing: '}' }, `${camel}: ${camel}Router`),
    ),
    place(
      'src/app/registry/translations.d.ts',
      imports(`import type ${camel} from '#/features/${kebab}/locales/en.json'`),
      inBlock(
        /interface TranslationResources \{\n/,
        `${kebab.includes('-') ? `'${kebab}'` : kebab}: typeof ${camel}`,
      ),
    ),
    place('src/app/registry/navigation.ts', inNavigation(kebab, camel), { add: addIcon, remove: removeIcon }),
    ...languages.map((language) =>
      place(`src/app/locales/${language}.json`, inTexts('nav', camel, titles[language])),
    ),
  ]
}

/**
 * The list of texts that may be the same in all languages: adds the slice's untranslated titles, removes all
 * its texts.
 */
export function excuseTexts(names: FeatureNames, untranslated: readonly Language[]): Place {
  const { kebab, camel } = names.plural
  const entry = (key: string) =>
    JSON.stringify({
      key,
      languages: untranslated,
      reason: 'Not translated yet: the name that new:feature was given.',
    })
  return {
    file: REVIEWED_TEXTS,
    add: (text) =>
      untranslated.length === 0
        ? text
        : after(text, /"keys": \[/, `${entry(`app:nav.${camel}`)}, ${entry(`${kebab}:list.title`)}, `),
    remove: (text) =>
      withoutLastComma(
        text.replaceAll(
          new RegExp(`\\{[^{}]*"key": "(app:nav\\.${camel}|${kebab}:[^"]*)"[^{}]*\\},?\\s*`, 'g'),
          '',
        ),
      ),
  }
}

/** The slice's entry in the navigation, the last in the first group. */
function inNavigation(kebab: string, camel: string): TwoWay {
  const entry = `      { to: '/dashboard/${kebab}', label: 'app:nav.${camel}', Icon: ${NAVIGATION_ICON} },\n`
  return {
    add(text) {
      const start = endOf(text, /label: 'app:nav\.workspace',\s*entries: \[\n/)
      const end = start + endOf(text.slice(start), /^(?=\s*\],?$)/m)
      return text.slice(0, end) + entry + text.slice(end)
    },
    remove: (text) =>
      text.replace(new RegExp(`^\\s*\\{[^{}]*to: '/dashboard/${kebab}'[^{}]*\\},?\\n`, 'm'), ''),
  }
}

const iconImport = /import \{([^}]*)\} from 'lucide-react'/

function addIcon(text: string): string {
  return editIcons(text, (icons) =>
    icons.includes(NAVIGATION_ICON)
      ? icons
      : icons.toSpliced(icons.findLastIndex((one) => one < NAVIGATION_ICON) + 1, 0, NAVIGATION_ICON),
  )
}

function removeIcon(text: string): string {
  const isUsed = new RegExp(`\\b${NAVIGATION_ICON}\\b`).test(text.replace(iconImport, ''))
  return editIcons(text, (icons) => (isUsed ? icons : icons.filter((icon) => icon !== NAVIGATION_ICON)))
}

function editIcons(text: string, change: (icons: string[]) => string[]): string {
  endOf(text, iconImport)
  return text.replace(iconImport, (_, names: string) => {
    const icons = names.split(',').map((name) => name.trim())
    return `import { ${change(icons.filter(Boolean)).join(', ')} } from 'lucide-react'`
  })
}

const withoutLastComma = (json: string) => json.replaceAll(/,(\s*)\]/g, '$1]')
