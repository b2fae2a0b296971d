// What a feature brings to the browser: navigation, commands, cards, sections.
export { type OptionalMail, optionalMails } from '#/email/optional-mails.ts'
export * from '#/feature.ts'
