import { expectedAnswers } from './table.ts'

// What src/app/pages shows: parts of several features, or of none.

export const rows = expectedAnswers(`
  #                                 stranger unverified personal member admin owner foreign appAdmin impersonating banned
  overview.read                     401      200        200      200    200   200   200     200      200           401
  permissions.mine                  401      200        200      200    200   200   200     200      200           401
  permissions.sources               401      200        200      200    200   200   200     200      200           401
  permissions.verified              401      403        200      200    200   200   200     200      200           401
  permissions.inOrganization        401      403        403      200    200   200   200     403      200           401
  permissions.workspaceAdmin        401      200        200      403    200   200   403     200      403           401
  permissions.workspaceOwner        401      200        200      403    403   200   403     200      403           401
  permissions.applicationAdmin      401      403        403      403    403   403   403     200      403           401
  permissions.notImpersonated       401      200        200      200    200   200   200     200      403           401

  GET /dashboard                    >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings           >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings-enhanced  >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/protect-examples   >/login  200        200      200    200   200   200     200      200           >/login
`)
