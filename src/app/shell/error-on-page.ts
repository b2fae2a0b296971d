import { createSerializationAdapter } from '@tanstack/react-router'
import { failureOf } from '#/core/trpc/failure.ts'
import { requestId } from '../server/request-id.functions.ts'

/**
 * An error travels to the browser with its page as a translation key and the id of the request alone, as
 * `failureOf` reads them: the message of one that is no AppError may hold a query and what people typed. In
 * development it is kept.
 */
export const errorOnPage = createSerializationAdapter({
  key: 'error',
  test: (value: unknown): value is Error => value instanceof Error,
  // A browser sends no errors: none of this weighs on its pages.
  toSerializable:
    import.meta.env.SSR && !import.meta.env.DEV
      ? (error) => `${failureOf(error).code} ${requestId()}`
      : ({ message }) => message,
  fromSerializable: (message) => new Error(message),
})
