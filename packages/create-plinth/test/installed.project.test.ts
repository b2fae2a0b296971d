import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_MS } from '@plinth/testing/programs/project-copy.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { edit, publishedStarter, readJson } from './published-starter.ts'

// It installs, builds and tests a project, which takes four minutes beside other tests.

test(
  'a project far from the starter installs the packages from a registry, runs, and is green',
  async () => {
    const { far, run, release, create, commit, whileRunning } = await publishedStarter()
    const publish = await release('0.1.0', 'The first release.')
    publish()
    const { folder: first, output: created } = await create('first', '0.1.0', '--name', 'Acme Desk')
    expect(created).toContain('own from the registry ')
    expect(readdirSync(first)).not.toEqual(expect.arrayContaining(['packages']))
    expect(readdirSync(first)).not.toEqual(expect.arrayContaining(['vendor']))
    expect(readJson(first, 'package.json')).toMatchObject({ dependencies: { '@plinth/core': '0.1.0' } })
    expect(readJson(first, 'package.json')).not.toHaveProperty('workspaces')

    const security = readFileSync(path.join(first, 'docs/security.md'), 'utf8')
    expect(security).not.toMatch(/`(@plinth|packages)\/[^`]+\.test\.ts`/)

    // What was removed comes back from the registry's release.
    await run(first, 'npm', 'run', 'remove', 'posts')
    await commit(first, 'No posts')
    expect(existsSync(path.join(first, 'src/features/posts'))).toBe(false)
    await run(first, 'npm', 'run', 'add', 'posts')
    await run(first, 'git', 'add', '--all')
    expect(await run(first, 'git', 'diff', '--cached', 'HEAD~', '--', ':!drizzle')).toBe('')
    await run(first, 'git', 'reset', '--quiet', '--hard', 'HEAD~')

    // As a colleague gets it.
    await run(far, 'git', 'clone', '--quiet', first, 'desk')
    const desk = path.join(far, 'desk')
    await run(desk, 'npm', 'ci', '--no-audit', '--no-fund')
    await whileRunning(desk, ['npm', 'start'], async (url, output) => {
      expect((await fetch(url)).status).toBe(200)
      const [, password = ''] = /Password +(\S+)/.exec(output) ?? []
      const ada = await signedInClient(url, { email: 'ada@example.com', password })
      expect((await ada.get('/dashboard/posts')).status).toBe(200)
    })
    await whileRunning(desk, ['npm', 'run', 'dev'], async (url) => {
      expect((await fetch(`${url}/login`)).status).toBe(200)
      edit(desk, 'src/features/sign-in/locales/en.json', ['"title": "Sign in"', '"title": "Come Back"'])
      const page = async () => (await fetch(`${url}/login`)).text()
      await expect.poll(page, { timeout: 60_000 }).toContain('Come Back')
    })
    await run(desk, 'npm', 'run', 'check')
    // They use the database, a worker process, mails and the texts of core.
    await run(desk, 'npm', 'test', '--', 'src/features/posts/server', 'src/features/posts/tests')
  },
  PROJECT_MS,
)
