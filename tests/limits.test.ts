// Everything that changes data limits how often one user may call it.
import { expect, test } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import type { LimitRule } from '@plinth/core/internal/limits/limits.server.ts'

const appRouter = await makeAppRouter()
const { endpoints: authEndpoints } = await authRegistry()

const isBound = (limit: LimitRule | undefined) =>
  limit !== undefined && limit.max > 0 && limit.max / limit.windowSeconds <= 10

test('every mutation of the merged router has a limit', () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; meta?: { limit?: LimitRule } } }
  >
  const mutations = Object.entries(procedures).filter(([, { _def }]) => _def.type === 'mutation')
  expect(mutations.length).toBeGreaterThan(0)
  expect(mutations.filter(([, { _def }]) => !isBound(_def.meta?.limit)).map(([name]) => name)).toEqual([])
})

test('every authentication endpoint that changes something has a limit', () => {
  const changing = authEndpoints.filter(({ method }) => method === 'POST')
  const unbound = changing.filter(
    ({ perAddress, perUser, perAccount }) => ![perAddress, perUser, perAccount].some(isBound),
  )
  expect(unbound.map(({ path }) => path)).toEqual([])
})
