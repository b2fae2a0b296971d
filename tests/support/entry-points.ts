import { createRouter, type AnyRoute } from '@tanstack/react-router'
import type { AnyTRPCRouter } from '@trpc/server'
import { parseSync } from 'vite'
import type { AccessRule } from '#/core/access/access.ts'
import { exportedValues, firstCalled, nodesOf, type SyntaxNode } from './syntax.ts'

// Every way into the application, read from what declares it: for the tests that hold each against its rule
// and its expected answers.

export type ProcedureEntry = {
  name: string
  isMutation: boolean
  rule: AccessRule | undefined
  input: unknown
}

/** Every procedure of a tRPC router, with the row it asks and the schema of its input. */
export function proceduresOf(router: AnyTRPCRouter): ProcedureEntry[] {
  const procedures = router._def.procedures as Record<
    string,
    { _def: { type: string; meta?: { rule?: AccessRule }; inputs: unknown[] } }
  >
  return Object.entries(procedures).map(([name, { _def }]) => ({
    name,
    isMutation: _def.type === 'mutation',
    rule: _def.meta?.rule,
    input: _def.inputs[0],
  }))
}

export type RouteEntry = {
  path: string
  /** What it declares; undefined where it declares nothing. */
  access: string | undefined
  /** Methods of a server route; a page has none. */
  methods: string[]
  /** Something is answered under this very path; a layout only frames others. */
  isLeaf: boolean
}

/** Every route of the tree, layouts and the root included. */
export function routesOf(routeTree: AnyRoute): RouteEntry[] {
  const { routesById } = createRouter({ routeTree }) as unknown as { routesById: Record<string, AnyRoute> }
  return Object.values(routesById).map(({ id, fullPath, children, options }) => {
    const { staticData, server } = options as {
      staticData?: { access?: string }
      server?: { handlers?: object }
    }
    const path = id === '__root__' ? '(root)' : String(fullPath)
    return {
      path,
      access: staticData?.access,
      methods: Object.keys(server?.handlers ?? {}),
      isLeaf: id !== '__root__' && !children,
    }
  })
}

export type ServerFunctionEntry = { name: string; access: string | undefined }

/** Every server function that a source file exports, with the access its handler is guarded by. */
export function serverFunctionsOf(text: string): ServerFunctionEntry[] {
  const program = parseSync('source.tsx', text).program as unknown as SyntaxNode
  return exportedValues(program)
    .filter(({ value }) => value && firstCalled(value) === 'createServerFn')
    .map(({ name, value }) => ({ name, access: guardsIn(value, 'guardedFunction')[0] }))
}

/** The accesses by which the handlers of a server route's file are guarded. */
export function routeGuardsOf(text: string): string[] {
  return guardsIn(parseSync('source.tsx', text).program, 'guardedRoute')
}

function guardsIn(tree: unknown, guard: string): string[] {
  return [...nodesOf(tree)]
    .filter((node) => node.type === 'CallExpression' && (node.callee as SyntaxNode).name === guard)
    .map((node) => String((node.arguments as SyntaxNode[])[0]?.value))
}
