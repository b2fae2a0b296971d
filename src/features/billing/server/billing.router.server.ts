import { z } from 'zod'
import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { billingAccess, billingAdminAccess } from '../billing.access.ts'
import {
  changePlanInput,
  checkoutInput,
  endGrantInput,
  grantInput,
  listWorkspacesInput,
} from '../billing.schema.ts'
import { endGrant, grantPlan, listWorkspaces, readRevenue } from './admin.server.ts'
import { requireBilling } from './billing-services.server.ts'
import { changePlan, previewPlan } from './change-plan.server.ts'
import { openPortal, refreshBilling, setEnding } from './change-subscription.server.ts'
import { readBilling } from './read-billing.server.ts'
import { startCheckout } from './start-checkout.server.ts'

export const billingRouter = router({
  overview: procedure(billingAccess.overview).query(async ({ ctx }) =>
    readBilling(ctx, await requireBilling()),
  ),
  refresh: procedure(billingAccess.refresh, perMinute(10)).mutation(async ({ ctx }) =>
    refreshBilling(ctx, await requireBilling()),
  ),
  checkout: procedure(billingAccess.change, perMinute(20))
    .input(checkoutInput)
    .mutation(async ({ ctx, input }) => startCheckout(ctx, input, await requireBilling())),
  portal: procedure(billingAccess.change, perMinute(20)).mutation(async ({ ctx }) =>
    openPortal(ctx, await requireBilling()),
  ),
  previewPlan: procedure(billingAccess.change, perMinute(20))
    .input(changePlanInput)
    .mutation(async ({ ctx, input }) => previewPlan(ctx, input, await requireBilling())),
  changePlan: procedure(billingAccess.change, perMinute(20))
    .input(changePlanInput)
    .mutation(async ({ ctx, input }) => changePlan(ctx, input, await requireBilling())),
  setEnding: procedure(billingAccess.change, perMinute(20))
    .input(z.strictObject({ ends: z.boolean() }))
    .mutation(async ({ ctx, input }) => setEnding(ctx, input, await requireBilling())),
  admin: router({
    workspaces: procedure(billingAdminAccess.workspaces)
      .input(listWorkspacesInput)
      .query(({ ctx, input }) => listWorkspaces(ctx, input)),
    revenue: procedure(billingAdminAccess.workspaces).query(({ ctx }) => readRevenue(ctx)),
    grant: procedure(billingAdminAccess.grant, perMinute(60))
      .input(grantInput)
      .mutation(({ ctx, input }) => grantPlan(ctx, input)),
    endGrant: procedure(billingAdminAccess.grant, perMinute(60))
      .input(endGrantInput)
      .mutation(({ ctx, input }) => endGrant(ctx, input)),
  }),
})
