import { createRouter, type AnyRoute } from '@tanstack/react-router'
import { createStartHandler } from '@tanstack/react-start/server'
import { createRequestHandler } from '#/app/request-handler.server.ts'
import { renderPage } from '#/app/render-page.server.tsx'
import { routeTree } from './routeTree.gen.ts'

const start = createStartHandler(renderPage)

export { getServices } from '#/app/services.server.ts'
/** Opens what the server needs and answers how to serve and how to stop. */
export const open = () => createRequestHandler((request) => start(request), routePaths)

function routePaths(): string[] {
  const { routesById } = createRouter({ routeTree: routeTree as AnyRoute }) as unknown as { routesById: Record<string, AnyRoute> }
  return Object.values(routesById).map(({ fullPath }) => String(fullPath))
}

// The development server asks this module for `fetch` and knows nothing of starting.
let handling: ReturnType<typeof open> | undefined
export default {
  async fetch(request: Request): Promise<Response> {
    handling ??= open()
    return (await handling).fetch(request)
  },
}
