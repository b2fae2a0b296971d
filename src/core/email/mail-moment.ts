/** Date and time as mails tell them: nobody knows where the reader is, and UTC is at least unmistakable. */
export function mailMoment(at: Date, language: string): string {
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.format(at)} UTC`
}
