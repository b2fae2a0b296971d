import type { Interval, Plan } from './plan.ts'
import { plans } from './plans.ts'

export type PlanName = keyof typeof plans

const all: Readonly<Record<string, Plan>> = plans

export const planNames = Object.keys(plans) as [PlanName, ...PlanName[]]
/** What everybody has without paying. */
export const freePlan = planNames[0]
export const paidPlans = planNames.filter((name) => all[name]?.prices) as [PlanName, ...PlanName[]]

/** Undefined for a name that is not, or no more, in plans.ts. */
export const planNamed = (name: string | null | undefined): Plan | undefined =>
  name && Object.hasOwn(all, name) ? all[name] : undefined

/** The currencies in which every paid plan has a price; the first is the default. */
export const currencies = Object.keys(all[paidPlans[0]]?.prices ?? {}).filter((currency) =>
  paidPlans.every((name) => all[name]?.prices?.[currency]),
) as [string, ...string[]]

export const amountOf = (name: string, currency: string, interval: Interval): number | undefined =>
  planNamed(name)?.prices?.[currency]?.[interval]
