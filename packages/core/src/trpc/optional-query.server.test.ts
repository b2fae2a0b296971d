import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadParts } from './optional-query.ts'

test('a part that fails is left for the browser, and the others are loaded', async () => {
  const retry = false
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry } } })
  const broken = { queryKey: ['broken'], queryFn: () => Promise.reject(new Error('no table')) }
  const whole = { queryKey: ['whole'], queryFn: async () => 'data' }
  await loadParts(queryClient, [broken, whole])
  expect(queryClient.getQueryData(['whole'])).toBe('data')
  expect(queryClient.getQueryState(['broken'])).toBeUndefined()
})
