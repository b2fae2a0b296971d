import { z } from 'zod'
import { date, pageInput, requiredText } from '@plinth/core/schema'
import { currencies, paidPlans } from './offers.ts'
import { intervals } from './plan.ts'

const currency = z.enum(currencies)
const interval = z.enum(intervals)

export const checkoutInput = z.strictObject({ plan: z.enum(paidPlans), currency, interval })
export type CheckoutInput = z.output<typeof checkoutInput>

/** The currency of a subscription stays. */
export const changePlanInput = checkoutInput.omit({ currency: true })
export type ChangePlanInput = z.output<typeof changePlanInput>

const NAMED_MAX_LENGTH = 254

/** A plan that an administrator gives, until the end of a day. */
export const grantInput = z.strictObject({
  /** The slug of an organization, or the address of a user. */
  workspace: requiredText(NAMED_MAX_LENGTH),
  plan: z.enum(paidPlans),
  until: date().refine((day) => day >= new Date().toISOString().slice(0, 10), 'billing:errors.pastDay'),
  reason: requiredText(200),
})
export type GrantInput = z.output<typeof grantInput>

export const endGrantInput = z.strictObject({ id: z.string().min(1).max(64) })
export type EndGrantInput = z.output<typeof endGrantInput>

export const listWorkspacesInput = z.strictObject(pageInput)
export type ListWorkspacesInput = z.output<typeof listWorkspacesInput>
