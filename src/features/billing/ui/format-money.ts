import { dateLocale } from '@plinth/core/format'

/** An amount in the smallest unit of its currency, as the provider has it. */
export function formatMoney(amount: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(dateLocale(language), {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}
