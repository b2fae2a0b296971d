import type { MailTemplates } from '#/email/mail-template.server.ts'
import { lazily } from '#/lib/lazily.ts'
import { serverFeatures, type InstalledFeature } from './installed.server.ts'
import { merged, type Intersection } from './merged.ts'

type MailsOf<Feature> = Feature extends { readonly mails: infer Own } ? Own : never
type Mails = Intersection<MailsOf<InstalledFeature>>

/** The email templates of all features. */
export const mails = lazily(
  () =>
    merged(
      'the email',
      serverFeatures().map(({ name, mails: entries }) => ({ name, entries })),
    ) as unknown as MailTemplates,
)

declare module '#/email/mail-template.server.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- its members are those of all features
  interface MailTemplates extends Mails {}
}
