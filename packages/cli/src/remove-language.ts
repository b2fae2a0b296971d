// npm run remove:language pt: removes languages of the interface with their texts, from every place where
// npm run add:language puts one. All of it, or nothing. Users who had chosen one get what their browser asks
// for, else English.
import { languageNames, languages } from './project.ts'
import { type Language, defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'
import { deleteLanguages } from './feature/delete-languages.ts'
import { allOrNothing, fail, helpIfAsked, refuseUncommitted } from './feature/edit-project.ts'

const root = process.cwd()
const words = process.argv.slice(2)
const usage = 'npm run remove:language pt'
helpIfAsked(words, usage)
if (words.length === 0) fail(usage)
const codes = [...new Set(words)].map((word): Language => {
  const code = languages.find((language) => language === word)
  if (code === undefined)
    return fail(`${word} is no language of the interface. There are: ${languages.join(', ')}.`)
  if (code === defaultLanguage)
    return fail(`${languageNames[code].english} stays: it fills what another language lacks.`)
  return code
})
refuseUncommitted(root)

let deleted: string[] = []
await allOrNothing(root, () => {
  deleted = deleteLanguages(root, codes)
})
console.log(`
✓ ${codes.map((code) => languageNames[code].english).join(', ')} removed: ${deleted.length} files of texts.

  npm run check
`)
