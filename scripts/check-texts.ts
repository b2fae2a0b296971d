// Checks the translations of all languages and their use: `node scripts/check-texts.ts [folder]`. Exits with
// 1 if it finds a problem.
import path from 'node:path'
import { compareWithEnglish, findTwins, readLocaleFolders, type Finding } from './texts/catalogs.ts'
import { compareWithUse } from './texts/key-use.ts'
import { findUntranslated, findUnreviewed, readReviewed } from './texts/reviewed.ts'
import { readSources } from './texts/sources.ts'
import { findForbiddenTerms, readTerms } from './texts/terms.ts'

/** Returns every problem with the translations of the project in `root`, each with its file. */
export function checkTexts(root: string): Finding[] {
  const folders = readLocaleFolders(root)
  const reviewed = readReviewed(root)
  const { mentions, literals, unreadable } = readSources(
    root,
    new Set(folders.map(({ namespace }) => namespace)),
  )
  return [
    ...folders.flatMap(({ findings }) => findings),
    ...findTwins(folders),
    ...folders.flatMap(compareWithEnglish),
    ...findUntranslated(folders, reviewed),
    ...findForbiddenTerms(folders, readTerms(root)),
    ...unreadable.map(({ file, line, text }) => ({ file: `${file}:${line}`, what: text })),
    ...compareWithUse(folders, mentions),
    ...findUnreviewed(literals, reviewed),
  ]
}

if (import.meta.main) {
  const findings = checkTexts(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..')))
  for (const { file, what } of findings) console.log(`${file}: ${what}`)
  console.log(
    findings.length === 0
      ? '✓ texts: nothing missing, untranslated or unused'
      : `✗ texts: ${findings.length} to fix`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}
