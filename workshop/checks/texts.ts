// A translation of the starter's that is the English text is on a list, with its reason. What is not
// translated is counted by the check, as in a project, and refused by a release.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'
import { isDefault, readLocaleFolders, type LocaleFolder } from '@plinth/cli/check-texts.ts'
import { languages } from '#/languages.ts'

const REVIEWED = 'workshop/checks/same-in-all-languages.json'
const reason = z.string().min(1)
const reviewedList = z.array(
  z.strictObject({ key: z.string(), languages: z.array(z.enum(languages)).min(1), reason }),
)

/** Reports translations that are the English text. */
export function checkOwnTexts(root: string): string[] {
  const reviewed = reviewedList.parse(JSON.parse(readFileSync(path.join(root, REVIEWED), 'utf8')))
  const same = readLocaleFolders(root).flatMap(sameAsEnglish)
  const isReviewed = (one: (typeof same)[number]) =>
    reviewed.some(({ key, languages: own }) => key === one.key && own.includes(one.language))
  return [
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
