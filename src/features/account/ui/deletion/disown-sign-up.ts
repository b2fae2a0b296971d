import { createBrowserClient } from '@plinth/core/client'
import { type WireError, failureOf } from '@plinth/core/page'

/** Ends the sign-up that a mailed link is about. Resolves to the error, or undefined. */
export async function disownSignUp(token: string): Promise<WireError | undefined> {
  try {
    await createBrowserClient().account.disownSignUp.mutate({ token })
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
