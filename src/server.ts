import { createStartHandler } from '@tanstack/react-start/server'
import { createMatchRoute } from '#/app/server/match-route.server.ts'
import { createRequestHandler, type RunningApp } from '#/app/server/request-handler.server.ts'
import { setBrand } from '@plinth/core/brand.ts'
import { brand } from '#/brand.ts'
import { renderPage } from '#/app/server/render-page.server.tsx'
import { routeTree } from './routeTree.gen.ts'

setBrand(brand)

const start = createStartHandler(renderPage)

let opening: Promise<RunningApp> | undefined

/** Opens the services on the first call; returns them with the request handler and `announceStop`. */
export const open = () =>
  (opening ??= createRequestHandler((request) => start(request), createMatchRoute(routeTree)))

/** Writes the files of translations into the build of the client. The build calls it. */
export const writeTextsFiles = async (folder: string): Promise<void> =>
  (await import('#/app/server/texts-files.server.ts')).writeTextsFiles(folder)

// The development server only calls `fetch` of this module, and never `open`.
export default { fetch: async (request: Request): Promise<Response> => (await open()).fetch(request) }
