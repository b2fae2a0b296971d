import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverFeatures } from '@plinth/core/feature/server'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'

const optional = serverFeatures().find(({ required }) => required === undefined)?.name ?? ''
const required = serverFeatures().find((feature) => feature.required !== undefined)?.name ?? ''

test('adding and removing name what there is, and refuse uncommitted changes', () => {
  const { folder } = copyProject()
  const run = (...args: string[]) => {
    const program = 'node_modules/.bin/node'
    const { status, stderr, stdout } = spawnSync(program, ['scripts/run.mjs', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, line: (status === 0 ? stdout : stderr).trim() }
  }
  const refused = (line: string) => ({ status: 1, line: expect.stringMatching(line) as string })
  const list = '[\\w-]+, .*\\w+'
  expect(run('add', optional)).toEqual(refused(`^✗ ${optional} is there already\\.$`))
  expect(run('add', 'roof')).toEqual(
    refused(
      `^✗ There is no feature roof\\. There are: ${list}\\. npm run new:feature writes one of your own\\.$`,
    ),
  )
  expect(run('remove').line).toMatch(new RegExp(`^  ${optional} +[A-Z].*\\.$`, 'm'))
  expect(run('remove').line).not.toMatch(new RegExp(`^  ${required} `, 'm'))
  expect(run('remove', 'roof')).toEqual(refused(`^✗ There is no src/features/roof\\. There are: ${list}\\.$`))
  expect(run('remove', required)).toEqual(refused(`^✗ ${required} can't be removed: .+\\.$`))

  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  const unclean = refused('^✗ There are uncommitted changes\\. Commit or stash them first\\.$')
  expect(run('remove', optional)).toEqual(unclean)
  rmSync(path.join(folder, 'src/features', optional), { recursive: true })
  expect(run('add').line).toMatch(new RegExp(`^[A-Z]\\w+\n  ${optional} +[A-Z].*\\.\n`))
  expect(run('add', optional)).toEqual(unclean)
})
