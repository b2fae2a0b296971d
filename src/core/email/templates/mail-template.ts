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
  /** Why the person gets this, and what to do if it wasn't them. */
  reason: string
  /** After this time the mail is of no use and is dropped instead of sent. */
  validForMinutes?: number
}

export type Template<Params> = (params: Params & MailCause, tools: TemplateTools) => TemplateContent
