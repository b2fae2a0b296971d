import { createFileRoute } from '@tanstack/react-router'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { getServices } from '#/app/server/services.server.ts'
import { appRouter } from '#/app/registry/router.server.ts'
import { signedInOf, verbContext } from '#/app/server/verb-context.server.ts'
import { wireReady } from '#/core/trpc/trpc.server.ts'
import { rejectStream, responseMeta, TRPC_BATCH_MAX, withForm } from '#/core/trpc/http.server.ts'

async function handle({ request }: { request: Request }): Promise<Response> {
  const { live, storage } = await getServices()
  const actorOf = async () => (await signedInOf(request.headers)).actor
  const refused = await rejectStream(appRouter, request, { actorOf, places: live.places })
  if (refused) return refused
  const received = withForm(appRouter, request, { storage, actorOf })
  try {
    return await fetchRequestHandler({
      endpoint: '/api/trpc',
      req: received.request,
      router: appRouter,
      createContext: () =>
        verbContext(request).catch((error: unknown) => {
          throw wireReady(error) ?? error
        }),
      maxBatchSize: TRPC_BATCH_MAX,
      responseMeta,
    })
  } finally {
    await received.end()
  }
}

export const Route = createFileRoute('/api/trpc/$')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle, POST: handle } },
})
