import { expectedAnswers } from '../../../tests/matrix/table.ts'

export const rows = expectedAnswers(`
  #                   stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  audit.list          401      403        403      403    403   403   403     200      403           401    401
  audit.mine          401      200        200      200    200   200   200     200      200           401    401
  audit.organization  401      403        403      403    403   200   403     403      403           401    401

  GET /api/admin/audit.csv    401      403        403      403    403   403   403     200      403           401     401
  GET /dashboard/admin/audit  >/login  404        404      404    404   404   404     200      404           >/login
`)
