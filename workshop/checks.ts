import { readBase } from '@plinth/cli/feature/starter-base.ts'
import { checkNumbers } from './bench/publish.ts'
import { checkAsvs } from './checks/asvs.ts'
import { checkComments } from './checks/comments.ts'
import { checkDependencies } from './checks/dependencies.ts'
import { checkDocs } from './checks/docs.ts'
import { checkEnvExample } from './checks/env-example.ts'
import { checkStyle } from './checks/lint.ts'
import { checkMap } from './checks/map.ts'
import { checkRegexes } from './checks/regexes/regexes.ts'
import { checkRegistry } from './checks/registry.ts'
import { checkTerms } from './checks/terms.ts'
import { checkOwnTexts } from './checks/texts.ts'

type Check = (root: string) => string[] | Promise<string[]>

/** What holds of a starter from which features were removed, too. */
const ofParts: Record<string, Check> = {
  style: checkStyle,
  registry: checkRegistry,
  // Loaded late: it reads the list of features, which may be what is wrong.
  rooms: async (root) => (await import('./checks/rooms.ts')).checkRooms(root),
  docs: checkDocs,
  settings: checkEnvExample,
  dependencies: checkDependencies,
}

const ofTheWhole: Record<string, Check> = {
  comments: checkComments,
  map: checkMap,
  terms: checkTerms,
  'own texts': checkOwnTexts,
  asvs: checkAsvs,
  numbers: checkNumbers,
  'own docs': (root) => checkDocs(root, ['workshop/{README,docs/*}.md']),
  regexes: checkRegexes,
}

/** What `npm run check` checks of the starter beside what it checks of a project. */
export function checksOf(root: string): Record<string, Check> {
  const { name, removed, removedLanguages } = readBase(root)
  const isWhole = (name ?? removed ?? removedLanguages) === undefined
  return isWhole ? { ...ofParts, ...ofTheWhole } : ofParts
}
