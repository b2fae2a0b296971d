import { dateLocale } from '#/lib/format-time.ts'

/** Formats date and time for mails, in UTC because the reader's time zone is unknown. */
export function mailMoment(at: Date, language: string): string {
  const text = new Intl.DateTimeFormat(dateLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${text.format(at)} UTC`
}
