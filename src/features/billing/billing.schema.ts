import { z } from 'zod'
import { intervals } from './plan.ts'
import { paidPlans, currencies } from './offers.ts'

export const checkoutInput = z.strictObject({
  plan: z.enum(paidPlans),
  currency: z.enum(currencies),
  interval: z.enum(intervals),
})
export type CheckoutInput = z.output<typeof checkoutInput>
