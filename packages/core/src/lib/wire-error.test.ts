import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { failureOf, OfflineError, onUnexpected } from './wire-error.ts'

test('only a request without a response is offline', () => {
  const offline = new OfflineError('Failed to fetch')
  for (const error of [offline, TRPCClientError.from(offline), new Error('wrapped', { cause: offline })])
    expect(failureOf(error)).toMatchObject({ code: 'errors:offline', offline: true, retryable: true })
  for (const error of [new TypeError("Can't read properties of undefined"), new TypeError('Failed to fetch')])
    expect(failureOf(error)).toMatchObject({ code: 'errors:unexpected', offline: false })
})

test('a script that did not load is neither a bug nor the server out of reach', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://app.example.com/assets/x.js',
    'error loading dynamically imported module: https://app.example.com/assets/x.js',
    'Importing a module script failed.',
  ])
    expect(failureOf(new TypeError(message))).toMatchObject({ code: 'errors:notLoaded', offline: false })
})

test('an unexpected error has the id under which it was reported; what the server has answered is not reported', () => {
  const reported: unknown[] = []
  onUnexpected((error) => `id-${reported.push(error)}`)
  const bug = new TypeError('x is not a function')
  expect(failureOf(bug)).toMatchObject({ code: 'errors:unexpected', requestId: 'id-1' })
  const answered = Object.assign(new Error('denied'), {
    data: { app: { code: 'errors:forbidden', params: {}, requestId: 'r1' }, httpStatus: 403 },
  })
  expect(failureOf(answered)).toMatchObject({ code: 'errors:forbidden', requestId: 'r1', retryable: false })
  onUnexpected(() => undefined)
  expect(reported).toEqual([bug])
})
