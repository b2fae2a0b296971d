import { expect, test } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

test('when npm fails, what it should have taken out is said', async () => {
  const copy = copyProject()
  const manifest = JSON.parse(copy.files().get('package.json') ?? '') as { dependencies: object }
  const dependencies = { ...manifest.dependencies, 'nobody-imports-it': '1.0.0' }
  copy.write('package.json', JSON.stringify({ ...manifest, dependencies }))
  const program = `import { uninstallUnused } from './packages/cli/src/feature/uninstall-unused.ts'
    uninstallUnused(process.cwd())`
  const command = runCommand(['node_modules/.bin/node', '--input-type=module', '--eval', program], {
    cwd: copy.folder,
    // Where there is no npm.
    env: { PATH: copy.folder },
  })
  await command.ended
  expect(command.output()).toMatch(/✗ npm failed .*Run: npm uninstall nobody-imports-it\n$/)
  expect(command.output()).not.toContain('no longer needed  ')
})
