import path from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../programs/folder-with.ts'
import { needsBuild } from './needs-build.ts'

test('tests that start the built application need the build, wherever they are, and others do not', () => {
  const folder = folderWith({
    'over-http.test.ts': `import { sharedApp } from '@plinth/testing/http/open-app.ts'\n`,
    'by-another.test.ts': `import {\n  start,\n} from './start.ts'\n`,
    'start.ts': `export { startApp as start } from '@plinth/testing/programs/running-app.ts'\n`,
    'types.test.ts': `import type { AppUnderTest } from '@plinth/testing/http/open-app.ts'\nimport { db } from '@plinth/testing/test-database.ts'\n`,
  })
  const needs = (file: string) => needsBuild(path.join(folder, file))
  expect(['over-http.test.ts', 'by-another.test.ts', 'types.test.ts'].map(needs)).toEqual([true, true, false])
})
