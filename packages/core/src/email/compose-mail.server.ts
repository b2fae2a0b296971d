import { createElement } from 'react'
import { databaseNow } from '#/db/clock.server.ts'
import type { Language } from '#/i18n/languages.ts'
import { translateTo } from '#/i18n/server-texts.server.ts'
import type { Translate } from '#/i18n/keys.ts'
import { getBrand } from '#/brand.ts'
import {
  writeContent,
  type MailCause,
  type TemplateContent,
  type TemplateName,
  type TemplateParams,
} from './mail-template.server.ts'
import { mailMoment } from './mail-moment.ts'
import { plainName } from './plain-name.ts'

// Outlook and others fall into quirks mode without it.
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** One kind of mail with exactly the parameters it needs. */
export type MailMessage = {
  [Name in TemplateName]: { template: Name; language: Language; params: TemplateParams<Name> }
}[TemplateName]

export type ComposedMail = {
  subject: string
  html: string
  text: string
  /** The button's link comes first. */
  links: string[]
  /** How long its code or link is valid. */
  validForMinutes: number | undefined
}

/**
 * Renders a mail in the recipient's language: subject, HTML and a text part with the same content. `appUrl`
 * is the origin of its links.
 */
export async function composeMail(
  { template, language, params }: MailMessage,
  appUrl: string,
): Promise<ComposedMail> {
  const t = translateTo(language)
  const content = writeContent(template, params, { t, language, appUrl })
  const links = [content.action, content.alternative].flatMap((link) => link?.url ?? [])
  refuseEndpoints(links)
  const greeting = greetingOf(t, params.firstName)
  const origin = originOf(t, language, params)
  const body = content.sentences.join(' ')
  // Loaded with the first mail, because no page needs them.
  const [{ renderToStaticMarkup }, { MailLayout }] = await Promise.all([
    import('react-dom/server'),
    import('./layout.ts'),
  ])
  const markup = renderToStaticMarkup(
    createElement(MailLayout, {
      ...content,
      language,
      brand: getBrand(),
      greeting,
      body,
      linkHint: t('email:layout.linkHint'),
      origin,
    }),
  )
  return {
    subject: content.subject,
    html: `${DOCTYPE}${markup}`,
    text: textPart(content, { greeting, body, origin }),
    links,
    validForMinutes: content.validForMinutes,
  }
}

/** Scanners open every link. A page changes nothing when it is opened; an endpoint might. */
function refuseEndpoints(links: readonly string[]): void {
  for (const link of links)
    if (URL.parse(link)?.pathname.startsWith('/api/')) throw new Error(`A mail must link to a page: ${link}`)
}

function textPart(
  content: TemplateContent,
  { greeting, body, origin }: { greeting: string; body: string; origin: string },
): string {
  const paragraphs = [
    content.heading,
    greeting,
    body,
    // On its own line, where mail clients look for codes.
    ...(content.code === undefined ? [] : [content.code]),
    ...(content.action ? [`${content.action.label}:\n${content.action.url}`] : []),
    ...(content.alternative ? [`${content.alternative.sentence}\n${content.alternative.url}`] : []),
    // The line "-- " marks the rest as a signature in mail clients.
    `-- \n${content.reason}\n${origin}`,
    getBrand().name,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function greetingOf(t: Translate, firstName: string | undefined): string {
  const name = plainName(firstName)
  return name === undefined
    ? t('email:layout.greetingWithoutName')
    : t('email:layout.greeting', { firstName: name })
}

function originOf(t: Translate, language: Language, { at = databaseNow(), ip }: MailCause): string {
  const moment = mailMoment(at, language)
  return ip ? t('email:layout.happenedFrom', { at: moment, ip }) : t('email:layout.happened', { at: moment })
}
