import { dateLocale } from '@plinth/core/format'

/** `1.234,5` in the given language. */
export const formatNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value)

/** How many digits the minor unit of a currency has: two for euros, none for yen. */
export const currencyDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in minor units, such as cents, in the given language: `1.234,50 €`. */
export const formatMoney = (minor: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(
    minor / 10 ** currencyDigits(currency),
  )

/** A day such as `2026-01-31` in the given language: `31 Jan 2026`. */
export const formatDate = (day: string, language: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
