import { readBase } from '@plinth/cli/feature/starter-base.ts'
import { checkDocs } from '@plinth/cli/checks/docs.ts'
import { checkNumbers } from './bench/publish.ts'
import { checkAsvs } from './checks/asvs.ts'
import { checkComments } from './checks/comments.ts'
import { checkMap } from './checks/map.ts'
import { checkRegexes } from './checks/regexes/regexes.ts'
import { checkTerms } from './checks/terms.ts'

type Check = (root: string) => string[] | Promise<string[]>

const ours: Record<string, Check> = {
  comments: checkComments,
  map: checkMap,
  terms: checkTerms,
  asvs: checkAsvs,
  numbers: checkNumbers,
  'own docs': (root) => checkDocs(root, ['workshop/**/*.md']),
  regexes: checkRegexes,
}

/** What `npm run check` checks of the starter beside what it checks of a project: nothing, once it is one. */
export function checksOf(root: string): Record<string, Check> {
  const { name, removed, removedLanguages } = readBase(root)
  return (name ?? removed ?? removedLanguages) === undefined ? ours : {}
}
