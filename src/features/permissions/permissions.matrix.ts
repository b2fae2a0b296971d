import { expectedAnswers } from '../../../tests/matrix/table.ts'

export const rows = expectedAnswers(`
  #                                 stranger unverified personal member admin owner foreign appAdmin impersonating banned
  permissions.mine                  401      200        200      200    200   200   200     200      200           401
  permissions.sources               401      200        200      200    200   200   200     200      200           401
  permissions.verified              401      403        200      200    200   200   200     200      200           401
  permissions.inOrganization        401      403        403      200    200   200   200     403      200           401
  permissions.workspaceAdmin        401      200        200      403    200   200   403     200      403           401
  permissions.workspaceOwner        401      200        200      403    403   200   403     200      403           401
  permissions.applicationAdmin      401      403        403      403    403   403   403     200      403           401
  permissions.notImpersonated       401      200        200      200    200   200   200     200      403           401

  GET /dashboard/protect-examples   >/login  200        200      200    200   200   200     200      200           >/login
`)
