import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { installed } from '#/app/registry/installed.server.ts'
import { workspaceRoles } from '#/core/access/actor.ts'
import { isKnownTool } from '#/features/chat/ui/messages/tool-sentence.ts'
import { routeTree } from '#/routeTree.gen.ts'
import { columns } from './matrix/actors.ts'
import { routesOf } from './support/entry-points.ts'
import { projectRoot } from './support/project-copy.ts'

// Lists that no type checks for completeness: each test names what a change has forgotten.

test('every tool of the chat has a sentence in tool-sentence.ts', async () => {
  const { reading, writing } = await installed.chatTools()
  expect(Object.keys({ ...reading, ...writing }).filter((name) => !isKnownTool(name))).toEqual([])
})

test('every organization role has a column in tests/matrix/actors.ts', () => {
  expect(columns).toEqual(expect.arrayContaining([...workspaceRoles]))
})

test('every page is listed in e2e/support/screens.ts, for the layout and accessibility checks', () => {
  const screens = [
    ...readFileSync(path.join(projectRoot, 'e2e/support/screens.ts'), 'utf8').matchAll(
      /path: ['`]([^'`?]+)/g,
    ),
  ].map(([, screen = '']) => screen)
  // The second factor's pages need a pending sign-in: e2e/two-factor.spec.ts visits them.
  const elsewhere = ['/two-factor', '/two-factor/otp']
  const pages = routesOf(routeTree)
    .filter(({ isLeaf, methods, access }) => isLeaf && methods.length === 0 && access !== undefined)
    .map((route) => route.path.replace(/(?<=.)\/$/, ''))
  const isShown = (page: string) => {
    const pattern = new RegExp(`^${page.replaceAll(/\$[a-zA-Z]+/g, '[^/]+')}$`)
    return screens.some((screen) => pattern.test(screen.replaceAll(/\$\{\w+\}/g, 'id')))
  }
  expect(pages.filter((page) => !elsewhere.includes(page) && !isShown(page))).toEqual([])
})
