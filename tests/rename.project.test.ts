import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { copyProject } from './support/project-copy.ts'
import { runCommand } from './support/run-command.ts'

// The feature that brings the page at /.
const pages = 'src/features/*/*.site-page.ts'

test.skipIf(globSync(pages).length === 0)(
  'a product renamed with --pitch none passes every check',
  async () => {
    const copy = copyProject()
    const command = runCommand(
      ['node_modules/.bin/node', 'scripts/rename.ts', 'Quartz Lamp', '--pitch', 'none'],
      { cwd: copy.folder },
    )
    expect(await command.ended, command.output()).toBe(0)
    expect(command.output()).toContain('✓ Removed home.')
    expect(globSync(pages, { cwd: copy.folder })).toEqual([])
  },
)
