import type { Language } from '#/core/i18n/languages.ts'
import type { Translate } from '#/core/i18n/keys.ts'

/**
 * What every mail may know of its cause. The layout shows it: who is greeted, when it happened and from
 * where.
 */
export type MailCause = { firstName?: string; at?: Date; ip?: string | null }

export type TemplateTools = { t: Translate; language: Language; appUrl: string }

/** What one kind of mail says; the layout and the text part are made from it, so that both say the same. */
export type TemplateContent = {
  subject: string
  heading: string
  sentences: readonly string[]
  /** Six digits to be typed somewhere, set apart. */
  code?: string
  action: { label: string; url: string }
  /** A second way, shown smaller below the button. */
  alternative?: { sentence: string; url: string }
  /** Why the user gets this, and what to do if they didn't cause it. */
  reason: string
  /** After this time the mail is of no use and is dropped instead of sent. */
  validForMinutes?: number
}

export type Template<Params> = (params: Params & MailCause, tools: TemplateTools) => TemplateContent

/**
 * Every kind of mail by the name that is stored with it. The application adds its own, see
 * `src/app/registry/mails.server.ts`.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface MailTemplates {}

export type TemplateName = keyof MailTemplates
export type TemplateParams<Name extends TemplateName> = Parameters<MailTemplates[Name]>[0]

let templates: MailTemplates | undefined

/** Gives the server all mails, once at start. The composition root calls it; later calls replace. */
export function provideMails(given: MailTemplates): void {
  templates = given
}

/** What a mail says. Throws when the mails have not been provided. */
export function writeContent(name: TemplateName, params: MailCause, tools: TemplateTools): TemplateContent {
  if (!templates) throw new Error('No mails: provideMails() has not run')
  // Each name goes with its own parameters by the type of MailMessage; TypeScript can't follow that through
  // the lookup.
  return (templates[name] as Template<object>)(params, tools)
}
