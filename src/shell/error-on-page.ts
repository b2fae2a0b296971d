import { createSerializationAdapter } from '@tanstack/react-router'
import { ResponseError, type WireError, detailOf, failureOf } from '@plinth/core/page'
import { requestId } from './functions/request-id.functions.ts'

/**
 * Sends an error to the browser as `failureOf` reads it: the translation key and the request id only, because
 * messages may hold SQL and user input. Development sends those too.
 */
export const errorOnPage = createSerializationAdapter({
  key: 'error',
  test: (value: unknown): value is Error => value instanceof Error,
  // Dropped from the browser's bundle, which never serializes errors.
  toSerializable: import.meta.env.SSR
    ? (error): WireError => ({
        code: failureOf(error).code,
        params: {},
        requestId: requestId(),
        ...(import.meta.env.DEV && { detail: detailOf(error) }),
      })
    : ({ message }): WireError => ({ code: message, params: {} }),
  fromSerializable: (app) => new ResponseError(app.code, app),
})
