import { expect, test } from 'vitest'
import { renewRouteTree } from '../src/checks/route-tree.ts'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'

test('a route that was written by hand is in the tree after the check, which writes it once', async () => {
  const copy = copyProject()
  expect(await renewRouteTree(copy.folder)).toBe(false)
  copy.write(
    'src/routes/_public/i/$token.tsx',
    `import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_public/i/$token')({ staticData: { access: 'public' } })
`,
  )
  expect(await renewRouteTree(copy.folder)).toBe(true)
  expect(copy.files().get('src/routeTree.gen.ts')).toContain('/_public/i/$token')
  expect(await renewRouteTree(copy.folder)).toBe(false)
})
