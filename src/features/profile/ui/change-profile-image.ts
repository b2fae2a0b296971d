import type { WireError } from '@plinth/core/lib/wire-error.ts'
import { formWithFile } from '@plinth/core/storage/form-with-file.ts'
import { createBrowserClient } from '@plinth/core/trpc/client.ts'
import { failureOf } from '@plinth/core/trpc/failure.ts'

/** Uploads the signed-in user's profile image. Returns the error, undefined on success. Never throws. */
export function uploadProfileImage(file: File): Promise<WireError | undefined> {
  return errorOf(createBrowserClient().profile.uploadImage.mutate(formWithFile(file)))
}

/** Removes the signed-in user's profile image. Returns the error, undefined on success. Never throws. */
export const removeProfileImage = (): Promise<WireError | undefined> =>
  errorOf(createBrowserClient().profile.removeImage.mutate())

async function errorOf(sent: Promise<unknown>): Promise<WireError | undefined> {
  try {
    await sent
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
