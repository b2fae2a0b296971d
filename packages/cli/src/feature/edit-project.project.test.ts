import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'

/** A project that is a folder of a larger repository, or of none. */
function makeProject(isInGit: boolean) {
  const outer = mkdtempSync(path.join(tmpdir(), 'plinth-larger-'))
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }))
  const folder = path.join(outer, 'app')
  mkdirSync(folder)
  writeFileSync(path.join(outer, 'notes.txt'), 'Notes')
  writeFileSync(path.join(folder, 'package.json'), '{}')
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const commands = [['init'], ['add', '--all'], [...identity, 'commit', '--message', 'All']]
  for (const args of isInGit ? commands : []) expect(spawnSync('git', args, { cwd: outer }).status).toBe(0)
  const module = path.join(import.meta.dirname, 'edit-project.ts')
  const run = (code: string) =>
    spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', `import * as edit from ${JSON.stringify(module)}\n${code}`],
      { cwd: folder, encoding: 'utf8' },
    )
  return { outer, folder, run }
}

const writeAndFail = `
  import { writeFileSync } from 'node:fs'
  await edit.allOrNothing(process.cwd(), () => {
    for (const file of ['package.json', 'new.ts', '../notes.txt']) writeFileSync(file, 'changed')
    throw new Error('Failed.')
  })`

test('a project in a folder of a larger repository: its uncommitted work is kept, a failure is undone', () => {
  const { outer, folder, run } = makeProject(true)
  const refuse = () => run('edit.refuseUncommitted(process.cwd())')
  expect(run(writeAndFail)).toMatchObject({ status: 1, stderr: '\n✗ Failed.\n\nNothing was changed.\n' })
  expect(readdirSync(folder)).toEqual(['package.json'])
  expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe('{}')
  // Work elsewhere in the repository is neither touched nor in the way.
  expect(readFileSync(path.join(outer, 'notes.txt'), 'utf8')).toBe('changed')
  expect(refuse().status).toBe(0)
  writeFileSync(path.join(folder, 'own.ts'), 'work')
  expect(refuse().stderr).toContain('There are uncommitted changes.')
})

test('without git, a failure says that what was written stays', () => {
  const { folder, run } = makeProject(false)
  expect(run('edit.refuseUncommitted(process.cwd())').status).toBe(0)
  expect(run(writeAndFail)).toMatchObject({
    status: 1,
    stderr: '\n✗ Failed.\n\nThe project is not in git: what was written stays.\n',
  })
  expect(readdirSync(folder)).toEqual(['new.ts', 'package.json'])
})

test('an upgrade of a folder of a larger repository does not begin, and gives no advice to make another', () => {
  const upgrade = path.join(import.meta.dirname, '../upgrade.ts')
  for (const [isInGit, says] of [
    [true, 'a folder of a larger one'],
    [false, 'git init'],
  ] as const) {
    const cwd = makeProject(isInGit).folder
    const { status, stderr } = spawnSync(process.execPath, [upgrade, 'v2'], { cwd, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
  }
})

test('a closed terminal while a migration is written leaves everything as it was', () => {
  const { folder, files } = copyProject()
  const before = files()
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { writeWithMigration } from ${JSON.stringify(path.join(folder, 'packages/cli/src/feature/write-with-migration.ts'))}
      setTimeout(() => process.kill(process.pid, 'SIGHUP'))
      await writeWithMigration(process.cwd(), new Map([['src/lib/note.ts', 'export {}']]), { name: 'note' })`,
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([1, expect.stringContaining('Stopped. Nothing was changed.')])
  expect(files()).toEqual(before)
})
