import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { leaveWorkshop } from '@plinth/cli/feature/leave-workshop.ts'
import { checkDocs } from '../checks/docs.ts'

test('a project that left the workshop has no command of it, and its documents name nothing of it', () => {
  const { folder, files } = copyProject()
  leaveWorkshop(folder)
  expect(existsSync(path.join(folder, 'workshop'))).toBe(false)
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const missing = Object.values(scripts).flatMap((command) =>
    command.split(' ').filter((word) => word.includes('/') && !existsSync(path.join(folder, word))),
  )
  expect(missing).toEqual([])
  expect(checkDocs(folder)).toEqual([])
  const documents = [...files()].filter(([file]) => /^(docs\/)?[\w-]+\.md$/.test(file))
  expect(
    documents.flatMap(([file, text]) => (/\bworkshop\//.test(text) && file !== 'CHANGELOG.md' ? [file] : [])),
  ).toEqual([])
  // A drawing keeps its other lines, a table its last row.
  const kept = (document: string) => files().get(document)
  expect(kept('docs/architecture.md')).toContain('\nbuild/ ')
  expect(kept('SECURITY.md')?.endsWith('`npm run security`.\n')).toBe(true)
  expect(kept('docs/security.md')).toMatch(/^\| A start with a wrong database/m)
})
