import type { Language } from '#/i18n/languages.ts'
import type { Translate } from '#/i18n/keys.ts'

/**
 * What every mail may know about its cause. The layout shows it: who is greeted, when it happened and from
 * where.
 */
export type MailCause = { firstName?: string; at?: Date; ip?: string | null }

export type TemplateTools = { t: Translate; language: Language; appUrl: string }

/** The content of a mail. The HTML and text parts are both rendered from it, so they say the same. */
export type TemplateContent = {
  subject: string
  heading: string
  sentences: readonly string[]
  /** A six-digit code, shown set apart. */
  code?: string
  /** A button. Whoever has no account may have no page to open. */
  action?: { label: string; url: string }
  /** A second link, shown smaller below the button. */
  alternative?: { sentence: string; url: string }
  /** Why the user gets this, and what to do if they didn't cause it. */
  reason: string
  /** After this time the mail is dropped instead of sent. */
  validForMinutes?: number
}

export type Template<Params> = (params: Params & MailCause, tools: TemplateTools) => TemplateContent

/**
 * All mail templates, by the name stored with each mail. The application adds its own in
 * `packages/core/src/app/registry/mails.server.ts`.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface MailTemplates {}

export type TemplateName = keyof MailTemplates
export type TemplateParams<Name extends TemplateName> = Parameters<MailTemplates[Name]>[0]

let templates: MailTemplates | undefined

/** Provides all mail templates. The composition root calls it at start; later calls replace them. */
export function provideMails(given: MailTemplates): void {
  templates = given
}

/** Returns the content of a mail. Throws when `provideMails` has not been called. */
export function writeContent(name: TemplateName, params: MailCause, tools: TemplateTools): TemplateContent {
  if (!templates) throw new Error('No mails: provideMails() has not run')
  // The type of MailMessage pairs each name with its parameters; TypeScript can't follow that through the
  // lookup.
  return (templates[name] as Template<object>)(params, tools)
}
