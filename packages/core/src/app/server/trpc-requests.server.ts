import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { BATCH_MAX, BATCH_MAX_BYTES } from '#/trpc/batch-max.ts'
import { answerSubscription, responseMeta, withForm } from '#/trpc/http.server.ts'
import { wireReady } from '#/trpc/trpc.server.ts'
import { makeAppRouter } from '../registry/router.server.ts'
import { getServices } from './services.server.ts'
import { signedInOf, verbContext } from './verb-context.server.ts'

/** Handles a request to /api/trpc. */
export async function answerTrpcRequest(request: Request): Promise<Response> {
  const { live, storage } = await getServices()
  const appRouter = await makeAppRouter()
  const stream = await answerSubscription(appRouter, request, {
    places: live.places.updates,
    createContext: () => verbContext(request),
  })
  if (stream) return stream
  const actorOf = async () => (await signedInOf(request.headers)).actor
  const received = withForm(appRouter, request, { storage, actorOf })
  try {
    return await fetchRequestHandler({
      endpoint: '/api/trpc',
      req: received.request,
      router: appRouter,
      createContext: async ({ info }) => {
        const ctx = await verbContext(request).catch((error: unknown) => {
          throw wireReady(error) ?? error
        })
        return info.calls.length > 1 ? { ...ctx, room: { bytes: BATCH_MAX_BYTES } } : ctx
      },
      maxBatchSize: BATCH_MAX,
      responseMeta,
    })
  } finally {
    await received.end()
  }
}
