// npm run remove:language pt: removes languages of the interface with their texts, from every place where
// npm run add:language puts one. All of it, or nothing. Users who had chosen one get what their browser asks
// for, else English.
import { globSync, rmSync } from 'node:fs'
import path from 'node:path'
import { defaultLanguage, languageNames, languages, type Language } from '#/core/i18n/languages.ts'
import {
  allOrNothing,
  editFiles,
  fail,
  formatFiles,
  helpIfAsked,
  refuseUncommitted,
} from './feature/edit-project.ts'

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
  const edited = editFiles(root, [
    { file: 'src/core/i18n/languages.ts', edit: withoutEach(fromList) },
    { file: 'src/core/log/request-scope.server.ts', edit: withoutEach(fromUnion) },
    { file: 'scripts/same-in-all-languages.json', edit: fromReviewed },
    { file: 'scripts/terms.json', edit: fromTerms },
  ])
  deleted = globSync(
    codes.map((code) => `src/**/locales/${code}.json`),
    { cwd: root },
  )
  for (const file of deleted) rmSync(path.join(root, file))
  formatFiles(root, edited)
})
console.log(`
✓ ${codes.map((code) => languageNames[code].english).join(', ')} removed: ${deleted.length} files of texts.

  npm run check
`)

type Edit = (text: string, code: Language) => string

/** Throws where a file does not list one of the languages. */
function withoutEach(edit: Edit): (text: string) => string {
  return (text) =>
    codes.reduce((before, code) => {
      const after = edit(before, code)
      if (after === before) throw new Error(`no language ${code} where it is listed`)
      return after
    }, text)
}

function fromList(text: string, code: Language): string {
  const list = new RegExp(`(export const languages = \\[[^\\]]*), '${code}'`)
  const name = new RegExp(`\\n {2}${code}: \\{[^}]*\\},(?=[^]*\\n\\})`)
  if (!list.test(text) || !name.test(text)) return text
  return text.replace(list, '$1').replace(name, '')
}

/** The scope of a request comes before the languages in the order of core, and lists them itself. */
function fromUnion(text: string, code: Language): string {
  return text.replace(new RegExp(`^( {2}language: 'en'.*) \\| '${code}'`, 'm'), '$1')
}

/** Without the keys whose translation was the English word in these languages only. */
function fromReviewed(text: string): string {
  const reviewed = text.replaceAll(/\s*\{\s*"key":[^{}]*\},?/g, (entry) => {
    const { languages: own } = JSON.parse(entry.trim().replace(/,$/, '')) as { languages: string[] }
    const left = own.filter((one) => !isRemoved(one))
    if (left.length === own.length) return entry
    return left.length === 0 ? '' : entry.replace(/\[[^\]]*\]/, JSON.stringify(left))
  })
  // A single language has no translation that could be the English word.
  const isOnly = codes.length === languages.length - 1
  return withoutLastComma(isOnly ? reviewed.replace(/("values": \[)[^\]]*/, '$1') : reviewed)
}

function fromTerms(text: string): string {
  return withoutLastComma(
    text.replaceAll(/,\s*"(\w\w)": \{[^{}]*\}/g, (entry, code: string) => (isRemoved(code) ? '' : entry)),
  )
}

function withoutLastComma(json: string): string {
  return json.replaceAll(/,(?=\s*[\]}])/g, '')
}

function isRemoved(code: string): boolean {
  return codes.some((one) => one === code)
}
