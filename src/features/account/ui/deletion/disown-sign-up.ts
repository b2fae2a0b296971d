import { createBrowserClient } from '@plinth/core/trpc/client.ts'
import { failureOf } from '@plinth/core/trpc/failure.ts'
import type { WireError } from '@plinth/core/lib/wire-error.ts'

/** Ends the sign-up that a mailed link is about. Resolves to the error, or undefined. */
export async function disownSignUp(token: string): Promise<WireError | undefined> {
  try {
    await createBrowserClient().account.disownSignUp.mutate({ token })
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
