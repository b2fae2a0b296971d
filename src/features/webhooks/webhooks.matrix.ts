import { createId } from '@plinth/core/schema'
import type { World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { publicSettings } from '@plinth/testing/http/open-app.ts'
import { createWebhook } from './webhooks.fixtures.ts'

const secret = publicSettings.BETTER_AUTH_SECRET

const ofAcme =
  (input: object = {}) =>
  async ({ db, acme }: World) => ({ input: { id: (await createWebhook(db, acme.id)).id, ...input } })
const deliveryOfAcme = async ({ db, acme }: World) => ({
  input: { id: (await createWebhook(db, acme.id)).deliveryId },
})
const unknown = () => ({ input: { id: 'unknown' } })

export const rows = expectedAnswers(
  `
  #                                      stranger unverified personal member admin owner foreign appAdmin impersonating banned
  webhooks.list                          401      403        403      403    200   200   403     403      403           401
  webhooks.create +webhooks              401      403        403      403    200   200   403     403      403           401
  webhooks.update                        401      403        403      403    200   200   403     403      403           401
  webhooks.update (unknown)              401      403        403      403    404   404   403     403      403           401
  webhooks.delete                        401      403        403      403    200   200   403     403      403           401
  webhooks.rotateSecret                  401      403        403      403    200   200   403     403      403           401
  webhooks.secret                        401      403        403      403    200   200   403     403      403           401
  webhooks.secret (unknown)              401      403        403      403    404   404   403     403      403           401
  webhooks.sendTest                      401      403        403      403    200   200   403     403      403           401
  webhooks.deliveries                    401      403        403      403    200   200   403     403      403           401
  webhooks.delivery                      401      403        403      403    200   200   403     403      403           401
  webhooks.delivery (unknown)            401      403        403      403    404   404   403     403      403           401
  webhooks.resend                        401      403        403      403    200   200   403     403      403           401

  GET /dashboard/webhooks                >/login  404        404      404    200   200   404     404      404           >/login
  GET /dashboard/webhooks/$endpointId    >/login  404        404      404    200   200   404     404      404           >/login
  `,
  {
    'webhooks.create': () => ({
      input: { url: `https://example.com/${createId()}`, eventTypes: null },
    }),
    'webhooks.update': ofAcme({ isEnabled: false }),
    'webhooks.update (unknown)': unknown,
    'webhooks.delete': ofAcme(),
    'webhooks.rotateSecret': ofAcme(),
    'webhooks.secret': async ({ db, acme }) => ({
      input: { id: (await createWebhook(db, acme.id, secret)).id },
    }),
    'webhooks.secret (unknown)': unknown,
    'webhooks.sendTest': ofAcme(),
    'webhooks.deliveries': ofAcme(),
    'webhooks.delivery': deliveryOfAcme,
    'webhooks.delivery (unknown)': unknown,
    'webhooks.resend': deliveryOfAcme,
    'GET /dashboard/webhooks/$endpointId': async ({ db, acme }) => ({
      path: `/dashboard/webhooks/${(await createWebhook(db, acme.id)).id}`,
    }),
  },
)
