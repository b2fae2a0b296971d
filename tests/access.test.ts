import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { initTRPC } from '@trpc/server'
import { describe, expect, test } from 'vitest'
import type { Access } from '@plinth/core/app'
import { installedAccess } from '@plinth/core/internal/app/registry/features.server.ts'
import { makeAppRouter } from '@plinth/core/app/server'
import {
  type AccessRule,
  type SignedInActor,
  type WorkspaceRole,
  defineAccess,
  may,
} from '@plinth/core/access'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { createAuth } from '@plinth/core/internal/auth/auth.server.ts'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { routeTree } from '#/routeTree.gen.ts'
import {
  proceduresOf,
  routeGuardsOf,
  routesOf,
  serverFunctionsOf,
  type ProcedureEntry,
  type RouteEntry,
} from '@plinth/testing/entry-points.ts'
import { libraryEndpointsOf } from '../tests/matrix/library-endpoints.ts'
import { featureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { projectRoot, sourceFiles } from '@plinth/testing/programs/project-copy.ts'
import { testLog } from '@plinth/testing/test-database.ts'

const appRouter = await makeAppRouter()
const { endpoints: authEndpoints, parts: authParts } = await authRegistry()

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
const isDeclared = (access: string | undefined) => {
  try {
    return access !== undefined && installedAccess().ruleOf(access as Access).allow.length > 0
  } catch {
    return false
  }
}
const unruledProcedures = (entryPoints: readonly ProcedureEntry[]) =>
  entryPoints
    .filter(({ rule }) => !rule || installedAccess().table.get(rule.action) !== rule)
    .map(({ name }) => name)
const unruledRoutes = (entryPoints: readonly RouteEntry[]) =>
  entryPoints.filter(({ access }) => !isDeclared(access)).map((entry) => entry.path)
const unruledFunctions = (text: string) =>
  serverFunctionsOf(text)
    .filter(({ access }) => !isDeclared(access))
    .map(({ name }) => name)

describe('every entry point declares an access rule', () => {
  test('procedures: a row of the merged table', () => {
    const entryPoints = proceduresOf(appRouter)
    expect(entryPoints.length).toBeGreaterThan(0)
    expect(unruledProcedures(entryPoints)).toEqual([])
  })

  test('routes, including layouts and server routes', () => {
    const entryPoints = routesOf(routeTree)
    expect(entryPoints.length).toBeGreaterThan(0)
    expect(unruledRoutes(entryPoints)).toEqual([])
  })

  test('server functions: the guard around their handler', () => {
    const files = sourceFiles('{src,packages/core/src}/**/*.functions.ts')
    expect(files.flatMap((file) => serverFunctionsOf(read(file))).length).toBeGreaterThan(0)
    expect(files.flatMap((file) => unruledFunctions(read(file)))).toEqual([])
  })

  test('server routes that are not public: the guard around each handler', () => {
    const files = sourceFiles('src/routes/**/*.ts')
    for (const file of files) {
      const text = read(file)
      const [, access] = /access: '([^']+)'/.exec(text) ?? []
      const methods = text.match(/\b(GET|POST|PUT|PATCH|DELETE):/g) ?? []
      expect(routeGuardsOf(text), file).toEqual(access === 'public' ? [] : methods.map(() => access))
    }
  })

  test('the merged table contains every feature', () => {
    const declared = sourceFiles('{src,packages/core/src}/**/*.access.ts').map(
      (file) => /defineAccess\('([^']+)'/.exec(read(file))?.[1],
    )
    expect(
      declared.filter(
        (feature) => ![...installedAccess().table.keys()].some((action) => action.startsWith(`${feature}.`)),
      ),
    ).toEqual([])
  })

  test('the open endpoints of Better Auth, each of which exists in the library unless it is our own', async () => {
    const existing = libraryEndpointsOf(
      createAuth({ env: parseEnv({}), secret: 'x'.repeat(32), log: testLog, parts: authParts }),
    )
    const open = authEndpoints.map(({ method, path: address }) => `${method} ${address}`)
    const own = authEndpoints
      .filter(({ isOwn }) => isOwn)
      .map(({ method, path: address }) => `${method} ${address}`)
    // `/callback/:id` is one library endpoint and one row per provider here.
    const patterns = existing.map((address) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`))
    const isTheirs = (address: string) => patterns.some((pattern) => pattern.test(address))
    expect(open.filter((address) => isTheirs(address) === own.includes(address))).toEqual([])
    expect(new Set(open).size).toBe(open.length)
    expect(authEndpoints.filter(({ rule }) => rule.allow.length === 0)).toEqual([])
  })
})

describe('a missing rule is found', () => {
  const [[known = '']] = [[...installedAccess().table.keys()]]
  const [feature = '', verb = ''] = known.split('.')

  test('on a procedure that declares none or a row outside the table', () => {
    const t = initTRPC.meta<{ rule?: AccessRule }>().create()
    const strayRow = defineAccess(feature, { [verb]: ['anyone'] })[verb]
    const router = t.router({
      bare: t.procedure.query(() => 1),
      stray: t.procedure.meta({ rule: strayRow }).query(() => 1),
    })
    expect(unruledProcedures(proceduresOf(router))).toEqual(['bare', 'stray'])
  })

  test('on a route that declares none or an undeclared action', () => {
    const root = createRootRoute({ staticData: { access: 'public' } })
    const bare = createRoute({
      getParentRoute: () => root,
      path: '/bare',
      staticData: {} as { access: Access },
    })
    const misspelt = createRoute({
      getParentRoute: () => root,
      path: '/misspelt',
      staticData: { access: `${feature}.lost` as Access },
    })
    expect(unruledRoutes(routesOf(root.addChildren([bare, misspelt])))).toEqual(['/bare', '/misspelt'])
  })

  test('on a server function', () => {
    const bare = `export const bare = createServerFn().handler(async () => 1)\n`
    const guarded = `export const guarded = createServerFn().handler(guardedFunction('${known}', async () => 1))\n`
    const misspelt = `export const misspelt = createServerFn().handler(guardedFunction('${feature}.lost', async () => 1))\n`
    expect(unruledFunctions(bare + guarded + misspelt)).toEqual(['bare', 'misspelt'])
  })
})

test('whoever may list rows may open one of them, to which the list links', () => {
  const { table } = installedAccess()
  const closed = [...table.values()].filter(
    ({ action, allow }) =>
      action.endsWith('.list') &&
      allow.some((subject) => table.get(action.replace(/list$/, 'get'))?.allow.includes(subject) === false),
  )
  expect(closed.map(({ action }) => action)).toEqual([])
})

const changeNoAccount = featureFixtures.flatMap(({ changesNoAccount }) => changesNoAccount ?? [])

test('a role that no rule of a workspace names may nothing, not even with content that its holder created', () => {
  const workspace = { organizationId: 'acme', role: 'nobody' as WorkspaceRole }
  const viewer: SignedInActor = {
    ...{ kind: 'user', userId: 'ada', sessionId: 's', role: 'user', emailVerified: true },
    ...{ workspace, impersonatedBy: null },
  }
  const ofTheWorkspace = new Set(['member', 'workspace-admin', 'workspace-owner', 'creator'])
  const open = [...installedAccess().table.values()].filter(
    (rule) =>
      rule.allow.every((party) => ofTheWorkspace.has(party)) &&
      (may(viewer, rule) || may(viewer, rule, { createdById: viewer.userId })),
  )
  expect(open.map(({ action }) => action)).toEqual([])
})

test('what belongs to the account of a user cannot be changed while impersonating', () => {
  const changing = [
    ...proceduresOf(appRouter).filter(({ isMutation }) => isMutation),
    ...authEndpoints.filter(({ method }) => method === 'POST'),
  ].flatMap(({ rule }) => rule ?? [])
  const open = changing.filter(
    ({ allow, unless, action }) =>
      allow.includes('user') && !unless?.includes('impersonated') && !changeNoAccount.includes(action),
  )
  expect(open.map(({ action }) => action)).toEqual([])
})
