import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, projectRoot, type ProjectCopy } from '@plinth/testing/programs/project-copy.ts'

const buildForBrowser = `
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'silent', build: { write: false, minify: false } }, null)
  await builder.build(builder.environments.client)
  process.exit(0)
`

test('a build fails when a page imports a server file, and shows the import chain', () => {
  const copy = copyProject()
  copy.write(
    'src/features/sign-in/ui/planted.ts',
    `import { databaseNow } from '@plinth/core/database/server'\n\nexport const planted = databaseNow\n`,
  )
  copy.write(
    'src/features/sign-in/ui/sign-in-page.tsx',
    `import { planted } from './planted.ts'\n\nexport function SignInPage() {\n  return <p>{planted.name}</p>\n}\n`,
  )
  const { status, output } = build(copy)
  expect(output).toMatch(
    /Import denied in client environment[\s\S]*Importer: src\/features\/sign-in\/ui\/planted\.ts[\s\S]*core\/src\/db\/clock\.server\.ts/,
  )
  expect(status).not.toBe(0)
})

function build({ folder }: ProjectCopy): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    path.join(projectRoot, 'node_modules/.bin/node'),
    ['--input-type=module', '--eval', buildForBrowser],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  return { status, output: stdout + stderr }
}
