import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

// The page at /.
const page = 'src/routes/_public/index.tsx'

test.skipIf(!existsSync(page))('a product renamed with --pitch none passes every check', async () => {
  const copy = copyProject()
  const command = runCommand(
    ['node_modules/.bin/node', 'scripts/run.mjs', 'rename', 'Quartz Lamp', '--pitch', 'none'],
    { cwd: copy.folder },
  )
  expect(await command.ended, command.output()).toBe(0)
  expect(command.output()).toContain('✓ Removed home.')
  expect(existsSync(path.join(copy.folder, page))).toBe(false)
})
