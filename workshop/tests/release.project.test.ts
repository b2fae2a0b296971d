import { expect, test } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

test('a release whose tag exists or whose texts are not translated is refused, and nothing is committed', async () => {
  const copy = copyProject()
  copy.write('.plinth/base.json', '{ "version": "0.1.0" }\n')
  const run = async (...command: string[]) => {
    const { ended, output } = runCommand(command, {
      cwd: copy.folder,
      env: Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'Nora Neu'],
          [`GIT_${who}_EMAIL`, 'nora@example.com'],
        ]),
      ),
    })
    return { code: await ended, output: output() }
  }
  const git = async (...args: string[]) => {
    const { code, output } = await run('git', ...args)
    expect(code, output).toBe(0)
    return output
  }
  await git('init', '--quiet')
  copy.write('.git/info/exclude', '/node_modules\n')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'The starter')
  await git('tag', 'v0.2.0')
  expect(await run('node_modules/.bin/node', 'workshop/release.ts', '0.2.0')).toEqual({
    code: 1,
    output: '\n✗ There is a tag v0.2.0 already.\n\n',
  })
  const title = 'src/app/locales/de.json'
  copy.write(
    title,
    copy
      .files()
      .get(title)
      ?.replace(/^( *"\w+": )".*"/m, '$1null') ?? '',
  )
  await git('commit', '--quiet', '--all', '--amend', '--no-edit')
  const { output } = await run('node_modules/.bin/node', 'workshop/release.ts', '0.3.0')
  expect(output).toMatch(/✗ de: 1 of \d+ texts are not translated yet, and in English\./)
  expect(await git('log', '--format=%s')).toBe('The starter\n')
  expect(await git('status', '--porcelain')).toBe('')
})
