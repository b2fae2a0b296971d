/** Formats date and time for mails, in UTC because the reader's time zone is unknown. */
export function mailMoment(at: Date, language: string): string {
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.format(at)} UTC`
}
