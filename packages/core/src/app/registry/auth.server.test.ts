import { expect, test, vi } from 'vitest'
import { serverFeatures } from './installed.server.ts'

test('the endpoints of signing in load no router', async () => {
  const routers = serverFeatures().flatMap((feature) =>
    feature.routers ? [vi.spyOn(feature as Required<typeof feature>, 'routers')] : [],
  )
  expect(routers).not.toHaveLength(0)
  await import('./auth.server.ts')
  expect(routers.filter((one) => one.mock.calls.length > 0)).toEqual([])
})
