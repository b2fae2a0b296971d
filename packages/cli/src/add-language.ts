// npm run add:language fr: adds a language of the interface. Every text is null in its files at first, which
// shows the English one; the check counts them. Translate src/**/locales/fr.json in any order. All of it, or
// nothing.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { languages } from './project.ts'
import {
  allOrNothing,
  editFiles,
  fail,
  formatFiles,
  helpIfAsked,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { textsFilesOf, writeGaps } from './feature/language-gaps.ts'
import { readBase, writeBase } from './feature/starter-base.ts'

const root = process.cwd()
const words = process.argv.slice(2)
const usage = 'npm run add:language fr'
helpIfAsked(words, usage)
const [code = '', ...tooMany] = words
if (code === '' || tooMany.length > 0) fail(usage)
const english = nameOf('en')
if (!/^[a-z]{2}$/.test(code) || english === undefined)
  fail(`${code} is not a language of two letters, such as fr or nl.`)
if ((languages as readonly string[]).includes(code)) fail(`${english} is there already.`)
if (isRightToLeft()) fail(`${english} is written from right to left, which the layout is not made for.`)
refuseUncommitted(root)

const own = nameOf(code) ?? english
const ownName = own.charAt(0).toLocaleUpperCase(code) + own.slice(1)
let written: string[] = []
await allOrNothing(root, () => {
  const edited = editFiles(root, [{ file: 'src/languages.ts', edit: addToList }])
  const present = textsFilesOf(root, code).find(({ file }) => existsSync(path.join(root, file)))
  if (present) fail(`${present.file} is there already.`)
  written = writeGaps(root, code)
  const base = readBase(root)
  writeBase(root, { ...base, removedLanguages: base.removedLanguages?.filter((one) => one !== code) })
  formatFiles(root, [...edited, ...written])
})
console.log(`
✓ ${english} is a language of the interface: ${written.length} files src/**/locales/${code}.json.

  A text that is null there is shown in English. npm run check counts them.
`)

/** The name of the language in another one; undefined for an unknown code. */
function nameOf(inLanguage: string): string | undefined {
  return new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none' }).of(code)
}

function isRightToLeft(): boolean {
  const locale = new Intl.Locale(code) as Intl.Locale & { getTextInfo?(): { direction: string } }
  return locale.getTextInfo?.().direction === 'rtl'
}

function addToList(text: string): string {
  const names = /(languageNames = [\s\S]*?)(\n}\n)/
  if (!names.test(text)) throw new Error('no list of languages')
  return text.replace(
    names,
    (_, start: string, end: string) =>
      `${start}\n  ${code}: { english: ${JSON.stringify(english)}, own: ${JSON.stringify(ownName)} },${end}`,
  )
}
