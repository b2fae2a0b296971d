import {
  type RunningApp,
  createMatchRoute,
  createRequestHandler,
  writeTextsFiles as writeFiles,
} from '@plinth/core/app/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { provideTexts } from '@plinth/core/server'
import { renderPage } from '#/shell/document/render-page.server.tsx'
import { catalogs } from '#/shell/slots/translations.server.ts'
import { install } from './install.server.ts'
import mark from './mark.svg?raw'
import { routeTree } from './routeTree.gen.ts'

install(mark)
provideTexts(catalogs)

const start = createStartHandler(renderPage)
const readTextsFiles = async () => (await import('#/shell/slots/page-texts.server.ts')).textsFiles

let opening: Promise<RunningApp> | undefined

/** Opens the services on the first call; returns them with the request handler and `announceStop`. */
export const open = () =>
  (opening ??= createRequestHandler({
    render: (request) => start(request),
    matchRoute: createMatchRoute(routeTree),
    readTextsFiles,
  }))

/** Writes the files of translations into the build of the client. The build calls it. */
export async function writeTextsFiles(folder: string): Promise<void> {
  await writeFiles(folder, await readTextsFiles())
}

// The development server only calls `fetch` of this module, and never `open`.
export default { fetch: async (request: Request): Promise<Response> => (await open()).fetch(request) }
