import { createSerializationAdapter } from '@tanstack/react-router'
import { failureOf } from '#/core/trpc/failure.ts'
import { requestId } from '../server/request-id.functions.ts'

/**
 * Sends an error to the browser as a translation key and the request id only, as `failureOf` reads them:
 * other messages may hold SQL and user input. Development keeps the message.
 */
export const errorOnPage = createSerializationAdapter({
  key: 'error',
  test: (value: unknown): value is Error => value instanceof Error,
  // Dropped from the browser's bundle, which never serializes errors.
  toSerializable:
    import.meta.env.SSR && !import.meta.env.DEV
      ? (error) => `${failureOf(error).code} ${requestId()}`
      : ({ message }) => message,
  fromSerializable: (message) => new Error(message),
})
