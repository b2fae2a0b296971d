import { expect, test } from 'vitest'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'

test('the log is exported with the filters of the URL, and wrong filters are named', async () => {
  const app = await sharedApp()
  const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
  const log = await (
    await admin.client.get(`/api/admin/audit.csv?targetId=${someUser.id}&from=2020-01-01T00:00:00Z`)
  ).text()
  expect(log).toContain('user.signUp')
  const wrongDay = await admin.client.get('/api/admin/audit.csv?from=yesterday')
  expect([wrongDay.status, await wrongDay.json()]).toEqual([
    400,
    expect.objectContaining({ params: { field: 'from' } }),
  ])
})
