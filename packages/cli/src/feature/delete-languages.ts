import { globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { editFiles, formatFiles } from './edit-project.ts'
import { readBase, writeBase } from './starter-base.ts'

const LIST = 'src/languages.ts'

/** The codes of the languages of the project in `root`, the default one first. */
export function languagesOf(root: string): string[] {
  const text = readFileSync(path.join(root, LIST), 'utf8')
  return [...text.matchAll(/^ {2}(\w+): \{/gm)].map(([, code = '']) => code)
}

/**
 * Deletes these languages of the project in `root` with their texts, from every place where
 * `npm run add:language` puts one, and records it. Returns the files of texts that were deleted. Throws an
 * Error that names a file that has another shape.
 */
export function deleteLanguages(root: string, codes: readonly string[]): string[] {
  const edited = editFiles(root, [{ file: LIST, edit: withoutEach(fromList, codes) }])
  const deleted = globSync(
    codes.map((code) => `src/**/locales/${code}.json`),
    { cwd: root },
  )
  for (const file of deleted) rmSync(path.join(root, file))
  const base = readBase(root)
  writeBase(root, {
    ...base,
    removedLanguages: [...new Set([...(base.removedLanguages ?? []), ...codes])],
  })
  formatFiles(root, edited)
  return deleted
}

type Edit = (text: string, code: string) => string

/** Throws where a file does not list one of the languages. */
function withoutEach(edit: Edit, codes: readonly string[]): (text: string) => string {
  return (text) =>
    codes.reduce((before, code) => {
      const after = edit(before, code)
      if (after === before) throw new Error(`no language ${code} where it is listed`)
      return after
    }, text)
}

function fromList(text: string, code: string): string {
  return text.replace(new RegExp(`\\n {2}${code}: \\{[^}]*\\},(?=[^]*\\n\\})`), '')
}
