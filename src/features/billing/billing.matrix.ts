import { expectedAnswers } from '../../../tests/matrix/table.ts'

/** Nobody listens there: what a user may do is answered by 503. */
export const settings = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_matrix',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_matrix',
  STRIPE_API_URL: 'http://127.0.0.1:9',
}

const grant = { plan: 'team', until: '2999-01-01', reason: 'A partner' }

export const rows = expectedAnswers(
  `
  #                          stranger unverified personal member admin owner foreign appAdmin impersonating banned
  billing.overview           401      200        200      403    403   200   403     200      403           401
  billing.refresh            401      404        404      403    403   200   403     404      403           401
  billing.checkout           401      403        503      403    403   503   403     503      403           401
  billing.portal             401      403        404      403    403   404   403     404      403           401
  billing.setEnding          401      403        404      403    403   409   403     404      403           401
  billing.previewPlan        401      403        404      403    403   409   403     404      403           401
  billing.changePlan         401      403        404      403    403   409   403     404      403           401
  billing.admin.workspaces   401      403        403      403    403   403   403     200      403           401
  billing.admin.revenue      401      403        403      403    403   403   403     200      403           401
  billing.admin.grant        401      403        403      403    403   403   403     200      403           401
  billing.admin.grant (unknown) 401   403        403      403    403   403   403     404      403           401
  billing.admin.endGrant     401      403        403      403    403   403   403     404      403           401
  POST /api/billing/webhook  400      400        400      400    400   400   400     400      400           400 400
  `,
  {
    'billing.checkout': () => ({ input: { plan: 'team', currency: 'eur', interval: 'month' } }),
    'billing.previewPlan': () => ({ input: { plan: 'business', interval: 'month' } }),
    'billing.changePlan': () => ({ input: { plan: 'business', interval: 'month' } }),
    'billing.admin.workspaces': () => ({ input: {} }),
    'billing.admin.grant': ({ acme }) => ({ input: { ...grant, workspace: acme.slug } }),
    'billing.admin.grant (unknown)': () => ({ input: { ...grant, workspace: 'nobody@example.com' } }),
    'billing.admin.endGrant': () => ({ input: { id: 'unknown' } }),
    'billing.setEnding': () => ({ input: { ends: true } }),
  },
)
