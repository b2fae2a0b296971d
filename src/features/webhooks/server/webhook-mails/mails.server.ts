import type { Template } from '@plinth/core/mail/server'
import { plainName } from '@plinth/core/format'

/** Tells an admin of an organization that an endpoint was disabled because it kept failing. */
const webhookDisabled: Template<{ organizationName: string; host: string }> = (
  { organizationName, host },
  { t, appUrl },
) => {
  const organization = plainName(organizationName) ?? t('webhook-mails:disabled.anOrganization')
  return {
    subject: t('webhook-mails:disabled.subject', { host }),
    heading: t('webhook-mails:disabled.heading'),
    sentences: [t('webhook-mails:disabled.what', { organization, host }), t('webhook-mails:disabled.next')],
    action: { label: t('webhook-mails:disabled.button'), url: `${appUrl}/dashboard/webhooks` },
    reason: t('webhook-mails:disabled.reason', { organization }),
  }
}

export const webhookMails = { webhookDisabled }
