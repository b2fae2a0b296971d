import { expect, test } from 'vitest'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'

const app = await sharedApp()

test('a change of the workspace during impersonation is in the audit log, even if it is refused', async () => {
  const [admin, user] = [await administrator(app), await verifiedUser(app)]
  const asked = { userId: user.id, reason: 'They asked' }
  expect((await admin.client.post('/api/auth/admin/impersonate-user', asked)).status).toBe(200)
  await admin.client.post('/api/trpc/organizations.setActive', { json: { id: 'unknown' } })
  const entries = (await auditOf(app.db, user.id)).filter(
    ({ action }) => action === 'user.changeImpersonated',
  )
  expect(entries.map(({ impersonatorId, details }) => [impersonatorId, details.call])).toEqual([
    [admin.id, 'organizations.setActive'],
  ])
})
