// The starter's own texts are in every language, none of them in the source. What is the same in another
// language is on a list, with its reason.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'
import { isDefault, literalsOf, readLocaleFolders, type LocaleFolder } from '@plinth/cli/check-texts.ts'
import { languages } from '#/languages.ts'

const REVIEWED = 'workshop/checks/same-in-all-languages.json'
const reason = z.string().min(1)
const reviewedList = z.array(
  z.strictObject({ key: z.string(), languages: z.array(z.enum(languages)).min(1), reason }),
)

/** Reports what is not translated, translations that are the English text, and words in the source. */
export function checkOwnTexts(root: string): string[] {
  const reviewed = reviewedList.parse(JSON.parse(readFileSync(path.join(root, REVIEWED), 'utf8')))
  const folders = readLocaleFolders(root)
  const same = folders.flatMap(sameAsEnglish)
  const isReviewed = (one: (typeof same)[number]) =>
    reviewed.some(({ key, languages: own }) => key === one.key && own.includes(one.language))
  return [
    ...folders.flatMap(({ fileOf, gaps }) =>
      languages.flatMap((language) =>
        [...gaps[language]].map((key) => `${fileOf(language)}: ${key} is not translated`),
      ),
    ),
    ...same
      .filter((one) => !isReviewed(one))
      .map(
        ({ file, key, text }) =>
          `${file}: ${key} is the English text: ${text}. If that is right: ${REVIEWED}`,
      ),
    ...reviewed.flatMap(({ key, languages: own }) =>
      own
        .filter((language) => !same.some((one) => one.key === key && one.language === language))
        .map((language) => `${REVIEWED}: ${key} in ${language} excuses nothing any more`),
    ),
    ...literalsOf(root).map(
      ({ file, line, text }) => `${file}:${line}: "${text}" belongs into the locale files`,
    ),
  ]
}

function sameAsEnglish({ fileOf, namespace, texts }: LocaleFolder) {
  return languages.flatMap((language) =>
    [...texts[language]]
      .filter(
        ([name, text]) =>
          !isDefault(language) && hasLetters(text) && text === texts[defaultLanguage].get(name),
      )
      .map(([name, text]) => ({ file: fileOf(language), language, key: `${namespace}:${name}`, text })),
  )
}

const hasLetters = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''))
