import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, PROJECT_MS } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

// The page at /.
const page = 'src/routes/_public/index.tsx'

test.skipIf(!existsSync(page))(
  'a renamed product without a home page passes every check',
  { timeout: PROJECT_MS },
  async () => {
    const { folder } = copyProject()
    const run = async (...args: string[]) => {
      const command = runCommand(['node_modules/.bin/node', 'scripts/run.mjs', ...args], { cwd: folder })
      expect(await command.ended, command.output()).toBe(0)
      return command.output()
    }
    await run('rename', 'Quartz Lamp')
    expect(await run('remove', 'home')).toContain('✓ Removed home.')
    expect(existsSync(path.join(folder, page))).toBe(false)
  },
)
