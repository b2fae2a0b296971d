import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { copyInstalledProject, PROJECT_MS } from '@plinth/testing/programs/project-copy.ts'
import { runnerOfCopies } from '@plinth/testing/programs/run-in-copy.ts'

const { succeed } = await runnerOfCopies()

test(
  'what all rows have in common works in the browser, and so do the journeys of generated features',
  { timeout: PROJECT_MS },
  async () => {
    const copy = copyInstalledProject()
    await succeed(
      copy,
      'node scripts/run.mjs new:feature crates label:text state:enum(new,sent) packed:date?',
    )
    await succeed(copy, 'node scripts/run.mjs new:feature stickers words:longtext --of crates')
    copy.write('e2e/rows.spec.ts', readFileSync('packages/cli/test/rows.spec.ts', 'utf8'))
    await succeed(
      copy,
      'node scripts/run.mjs test e2e/rows.spec.ts src/features/crates/e2e/crates.spec.ts src/features/stickers/e2e/stickers.spec.ts',
    )
  },
)
