import type { PageSettings } from '@plinth/core/feature'

declare module '@plinth/core/feature' {
  interface PageSettings {
    /** Whether plans are sold: only with the provider's keys. */
    sellsPlans?: true
  }
}

export const sells = ({ sellsPlans }: PageSettings): boolean => sellsPlans === true
