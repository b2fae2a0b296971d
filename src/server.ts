import { createRouter, type AnyRoute } from '@tanstack/react-router'
import { createStartHandler } from '@tanstack/react-start/server'
import { createRequestHandler, type RunningApp } from '#/app/server/request-handler.server.ts'
import { renderPage } from '#/app/server/render-page.server.tsx'
import { routeTree } from './routeTree.gen.ts'

const start = createStartHandler(renderPage)

let opening: Promise<RunningApp> | undefined

/** Opens the services on the first call; returns them with the request handler and `announceStop`. */
export const open = () => (opening ??= createRequestHandler((request) => start(request), routePaths))

function routePaths(): string[] {
  const { routesById } = createRouter({ routeTree: routeTree as AnyRoute }) as unknown as {
    routesById: Record<string, AnyRoute>
  }
  return Object.values(routesById).map(({ fullPath }) => String(fullPath))
}

// The development server only calls `fetch` of this module, and never `open`.
export default { fetch: async (request: Request): Promise<Response> => (await open()).fetch(request) }
