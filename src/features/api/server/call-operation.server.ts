import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type AnyTRPCRouter,
} from '@trpc/server'
import type { VerbContext } from '@plinth/core/verb/server'
import type { WireError } from '@plinth/core/page'
import type { Operation } from './operations.server.ts'

/** An error of a procedure as it may leave the server. */
export type Refused = WireError & { status: number }

type Called = { router: AnyTRPCRouter; operation: Operation; ctx: VerbContext; input: unknown }

/**
 * Calls the procedure of an operation as tRPC does: its access rule, its limit per user, its schemas.
 * Returns its output, or the error to tell. Never throws.
 */
export async function callOperation({
  router,
  operation: { name, type },
  ctx,
  input,
}: Called): Promise<{ output: unknown } | { refused: Refused }> {
  try {
    const output: unknown = await callTRPCProcedure({
      router,
      path: name,
      ctx,
      type,
      signal: ctx.signal,
      batchIndex: 0,
      getRawInput: () => Promise.resolve(input),
    })
    return { output }
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause)
    const { data } = getTRPCErrorShape({
      config: router._def._config,
      error,
      path: name,
      ctx,
      type,
      input: undefined,
    }) as { data: { httpStatus: number; app: WireError } }
    return { refused: { ...data.app, status: data.httpStatus } }
  }
}
