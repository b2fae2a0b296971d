import { createStartHandler } from '@tanstack/react-start/server'
import { createRequestHandler } from '#/app/request-handler.server.ts'
import { renderPage } from '#/app/render-page.server.tsx'

const start = createStartHandler(renderPage)

export { getServices } from '#/app/services.server.ts'
/** Opens what the server needs and answers how to serve and how to stop. */
export const open = () => createRequestHandler((request) => start(request))

// The development server asks this module for `fetch` and knows nothing of starting.
let handling: ReturnType<typeof open> | undefined
export default {
  async fetch(request: Request): Promise<Response> {
    handling ??= open()
    return (await handling).fetch(request)
  },
}
