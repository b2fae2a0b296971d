import { createBrowserClient, formWithFile } from '@plinth/core/client'
import { type WireError, failureOf } from '@plinth/core/page'

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
