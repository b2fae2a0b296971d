import type { WireError } from '#/lib/wire-error.ts'
import { createBrowserClient } from '#/core/trpc/client.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import type { AppRouter } from '../registry/router.server.ts'

/**
 * Sends the signed-in person's new profile image; answers why it was not taken, undefined when it was. Never
 * throws.
 */
export function uploadProfileImage(file: File): Promise<WireError | undefined> {
  const form = new FormData()
  form.set('file', file)
  return refusalOf(createBrowserClient<AppRouter>().profile.uploadImage.mutate(form))
}

/**
 * Takes the signed-in person's profile image away; answers why it was not, undefined when it was. Never
 * throws.
 */
export const removeProfileImage = (): Promise<WireError | undefined> =>
  refusalOf(createBrowserClient<AppRouter>().profile.removeImage.mutate())

async function refusalOf(sent: Promise<unknown>): Promise<WireError | undefined> {
  try {
    await sent
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
