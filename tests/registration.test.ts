import { createRouter, type AnyRoute } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { Access } from '@plinth/core/app'
import { installed } from '@plinth/core/feature/server'
import { installedAccess } from '@plinth/core/internal/app/registry/features.server.ts'
import { workspaceRoles } from '@plinth/core/access'
import { routeTree } from '#/routeTree.gen.ts'
import { screens } from '@plinth/testing/browser/screens.ts'
import { columns } from '../tests/matrix/actors.ts'
import { routesOf } from '@plinth/testing/entry-points.ts'

// Lists that no type checks for completeness: each test names what a change has forgotten.

test('every tool of the chat has a view, which asks for approval if the tool writes', async () => {
  const { reading, writing } = await installed().chatTools()
  const { tools } = await installed().chat()
  const asks = Object.fromEntries([...tools].map(([name, { approval }]) => [name, approval !== undefined]))
  const writes = (kind: object, value: boolean) => Object.keys(kind).map((name) => [name, value])
  expect(asks).toEqual(Object.fromEntries([...writes(reading, false), ...writes(writing, true)]))
})

test('every command of the chat can be typed and calls a tool that exists', async () => {
  const { reading, writing } = await installed().chatTools()
  const { commands } = await installed().chat()
  for (const { name, tool } of commands) {
    expect(name).toMatch(/^[a-z]+$/)
    expect(tool === undefined ? name === 'help' : tool in { ...reading, ...writing }).toBe(true)
  }
})

test('every organization role has a column in tests/matrix/actors.ts', () => {
  expect(columns).toEqual(expect.arrayContaining([...workspaceRoles]))
})

test('every page is among the screens, for the layout and accessibility checks', () => {
  const shown = Object.values(screens)
    .flat()
    .map((screen) => screen.path.replace(/\?.*$/, ''))
  const pages = routesOf(routeTree)
    .filter(({ isLeaf, methods, access }) => isLeaf && methods.length === 0 && access !== undefined)
    .map(({ path, access }) => ({ page: path.replace(/(?<=.)\/$/, ''), access: access as Access }))
  const isShown = (page: string) => {
    const pattern = new RegExp(`^${page.replaceAll(/\$[a-zA-Z]+/g, '[^/]+')}$`)
    return shown.some((screen) => pattern.test(screen))
  }
  const missing = pages.filter(({ page }) => !isShown(page)).map(missingScreen)
  expect(missing, missing.join('\n')).toEqual([])
})

function missingScreen({ page, access }: { page: string; access: Access }): string {
  const { allow } = installedAccess().ruleOf(access)
  const group = { anyone: 'open', 'signed-out': 'open', 'app-admin': 'admin' }[String(allow[0])] ?? 'signedIn'
  const param = /\$[a-zA-Z]+/.exec(page)?.[0]
  const create = `, create: (call, title) => call('the mutation that creates one', { title })`
  const line = `{ path: '${page.replace(/\$[a-zA-Z]+/, ':id')}'${param === undefined ? '' : create} },`
  return `No journey opens ${page}. Add to \`${group}\` in its feature's NAME.screens.ts: ${line}`
}

test('no two pages have the same key', () => {
  const keys = Object.values(createRouter({ routeTree: routeTree as AnyRoute }).routesByPath).flatMap(
    ({ options }: AnyRoute) => options.staticData?.key ?? [],
  )
  expect([...new Set(keys)]).toEqual(keys)
})
