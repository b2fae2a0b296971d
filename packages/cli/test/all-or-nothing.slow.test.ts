import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { deleteFeatures } from '@plinth/cli/feature/delete-features.ts'
import { serverFeatures } from '@plinth/core/feature/server'
import { otherLanguages } from '@plinth/testing/languages.ts'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

/** A copy of the project with a repository of its own. */
function copyWithGit() {
  const { folder, write } = copyProject()
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    const { stdout, stderr, status } = spawnSync('git', [...identity, ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'All')
  }
  git('init', '--quiet')
  commit()
  const run = (...args: string[]) =>
    runCommand(['node_modules/.bin/node', 'scripts/run.mjs', ...args], { cwd: folder })
  return { folder, write, commit, run, status: () => git('status', '--porcelain') }
}

const removable = serverFeatures().find(
  ({ name, required }) =>
    required === undefined && !serverFeatures().some(({ needs }) => needs?.includes(name)),
)?.name

test.skipIf(removable === undefined)(
  'Ctrl-C while a feature is removed leaves everything as it was',
  async () => {
    const project = copyWithGit()
    const command = project.run('remove', removable ?? '')
    await command.prints(`  deleted  src/features/${removable}`)
    expect(project.status()).not.toBe('')
    command.child.kill('SIGINT')
    expect(await command.ended).toBe(1)
    expect(command.output()).toContain('Stopped.')
    expect(command.output()).toContain('Nothing was changed.')
    expect(project.status()).toBe('')
  },
)

test.skipIf(removable === undefined)(
  'Ctrl-C while a feature is added leaves everything as it was',
  async () => {
    const project = copyWithGit()
    deleteFeatures(project.folder, [removable ?? ''])
    project.commit()
    const command = project.run('add', removable ?? '')
    await vi.waitUntil(() => project.status() !== '', { timeout: 60_000, interval: 50 })
    command.child.kill('SIGINT')
    expect(await command.ended).toBe(1)
    expect(command.output()).toContain('Stopped.')
    expect(command.output()).toContain('Nothing was changed.')
    expect(project.status()).toBe('')
  },
  240_000,
)

test('a language is not added in part', async () => {
  const project = copyWithGit()
  const last = 'src/features/sign-in/locales/fr.json'
  project.write(last, '{}\n')
  project.commit()
  const command = project.run('add:language', 'fr')
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain(`${last} is there already.`)
  expect(project.status()).toBe('')
})

test.skipIf(otherLanguages.length === 0)('a language is not removed in part', async () => {
  const project = copyWithGit()
  project.write('.oxfmtrc.json', 'broken\n')
  project.commit()
  const command = project.run('remove:language', otherLanguages[0] ?? '')
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain('oxfmt failed')
  expect(project.status()).toBe('')
})
