import type { PageSettings } from '@plinth/core/feature'

declare module '@plinth/core/feature' {
  interface PageSettings {
    /** What plans limit of the installed features, where plans are sold: only with the provider's keys. */
    sellsPlans?: readonly string[]
  }
}

export const sells = ({ sellsPlans }: PageSettings): boolean => sellsPlans !== undefined
