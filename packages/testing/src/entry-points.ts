import { createRouter, type AnyRoute } from '@tanstack/react-router'
import type { AnyTRPCRouter } from '@trpc/server'
import { parseSync } from 'vite'
import type { AccessRule } from '@plinth/core/access'
import { exportedValues, firstCalled, nodesOf, type SyntaxNode } from './syntax.ts'

// Every entry point of the application, read from its declaration, for tests that check its access rule and
// its expected answers.

export type ProcedureEntry = {
  name: string
  isMutation: boolean
  isSubscription: boolean
  rule: AccessRule | undefined
  input: unknown
}

/** Every procedure of a tRPC router, with its access rule and its input schema. */
export function proceduresOf(router: AnyTRPCRouter): ProcedureEntry[] {
  const procedures = router._def.procedures as Record<
    string,
    { _def: { type: string; meta?: { rule?: AccessRule }; inputs: unknown[] } }
  >
  return Object.entries(procedures).map(([name, { _def }]) => ({
    name,
    isMutation: _def.type === 'mutation',
    isSubscription: _def.type === 'subscription',
    rule: _def.meta?.rule,
    input: _def.inputs[0],
  }))
}

export type RouteEntry = {
  path: string
  /** The declared access; undefined without one. */
  access: string | undefined
  /** Methods of a server route; a page has none. */
  methods: string[]
  /** Whether this path itself responds; a layout only wraps others. */
  isLeaf: boolean
  /** Whether programs call it, and not pages. */
  isForPrograms: boolean
}

/** Every route of the tree, including layouts and the root. */
export function routesOf(routeTree: AnyRoute): RouteEntry[] {
  const { routesById } = createRouter({ routeTree }) as unknown as { routesById: Record<string, AnyRoute> }
  return Object.values(routesById).map(({ id, fullPath, children, options }) => {
    const { staticData, server } = options as {
      staticData?: { access?: string; isForPrograms?: true }
      server?: { handlers?: object }
    }
    const path = id === '__root__' ? '(root)' : String(fullPath)
    return {
      path,
      access: staticData?.access,
      methods: Object.keys(server?.handlers ?? {}),
      isLeaf: id !== '__root__' && !children,
      isForPrograms: staticData?.isForPrograms === true,
    }
  })
}

export type ServerFunctionEntry = { name: string; access: string | undefined }

/** Every server function that a source file exports, with the access of its guard. */
export function serverFunctionsOf(text: string): ServerFunctionEntry[] {
  const program = parseSync('source.tsx', text).program as unknown as SyntaxNode
  return exportedValues(program)
    .filter(({ value }) => value && firstCalled(value) === 'createServerFn')
    .map(({ name, value }) => ({ name, access: guardsIn(value, 'guardedFunction')[0] }))
}

/** The accesses of the guards in a server route's file. */
export function routeGuardsOf(text: string): string[] {
  return guardsIn(parseSync('source.tsx', text).program, 'guardedRoute')
}

function guardsIn(tree: unknown, guard: string): string[] {
  return [...nodesOf(tree)]
    .filter((node) => node.type === 'CallExpression' && (node.callee as SyntaxNode).name === guard)
    .map((node) => String((node.arguments as SyntaxNode[])[0]?.value))
}
