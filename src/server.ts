import { createRouter, type AnyRoute } from '@tanstack/react-router'
import { createStartHandler } from '@tanstack/react-start/server'
import { createRequestHandler, type RunningApp } from '#/app/server/request-handler.server.ts'
import { renderPage } from '#/app/server/render-page.server.tsx'
import { routeTree } from './routeTree.gen.ts'

const start = createStartHandler(renderPage)

let opening: Promise<RunningApp> | undefined

/** Opens what the server needs and answers how to serve and how to stop. */
export const open = () => (opening ??= createRequestHandler((request) => start(request), routePaths))

function routePaths(): string[] {
  const { routesById } = createRouter({ routeTree: routeTree as AnyRoute }) as unknown as {
    routesById: Record<string, AnyRoute>
  }
  return Object.values(routesById).map(({ fullPath }) => String(fullPath))
}

// The development server asks this module for `fetch` and knows nothing of starting.
export default { fetch: async (request: Request): Promise<Response> => (await open()).fetch(request) }
