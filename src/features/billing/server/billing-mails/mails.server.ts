import type { Template } from '@plinth/core/mail/server'
import type { Translate } from '@plinth/core/texts'
import { formatDay, plainName } from '@plinth/core/format'

type Of = { workspace: string; plan: string }
type Dated = Of & { on: Date }

/** The workspace as a mail names it; without a name it is the personal one. */
const named = ({ workspace }: Of, t: Translate): string => plainName(workspace) ?? t('billing-mails:personal')

const actionOf = (t: Translate, appUrl: string) => ({
  label: t('billing-mails:button'),
  url: `${appUrl}/dashboard/billing`,
})

const trialEnds: Template<Dated> = ({ on, ...of }, { t, appUrl, language }) => ({
  subject: t('billing-mails:trialEnds.subject', { plan: of.plan }),
  heading: t('billing-mails:trialEnds.heading'),
  sentences: [
    t('billing-mails:trialEnds.what', {
      workspace: named(of, t),
      plan: of.plan,
      on: formatDay(on, language),
    }),
    t('billing-mails:trialEnds.next'),
  ],
  action: actionOf(t, appUrl),
  reason: t('billing-mails:reason', { workspace: named(of, t) }),
})

const paymentFailed: Template<Of> = (of, { t, appUrl }) => ({
  subject: t('billing-mails:paymentFailed.subject', { plan: of.plan }),
  heading: t('billing-mails:paymentFailed.heading'),
  sentences: [
    t('billing-mails:paymentFailed.what', { workspace: named(of, t), plan: of.plan }),
    t('billing-mails:paymentFailed.next'),
  ],
  action: actionOf(t, appUrl),
  reason: t('billing-mails:reason', { workspace: named(of, t) }),
})

const planEnds: Template<Dated> = ({ on, ...of }, { t, appUrl, language }) => ({
  subject: t('billing-mails:planEnds.subject', { plan: of.plan }),
  heading: t('billing-mails:planEnds.heading'),
  sentences: [
    t('billing-mails:planEnds.what', { workspace: named(of, t), plan: of.plan, on: formatDay(on, language) }),
    t('billing-mails:planEnds.next'),
  ],
  action: actionOf(t, appUrl),
  reason: t('billing-mails:reason', { workspace: named(of, t) }),
})

const planEnded: Template<Of> = (of, { t, appUrl }) => ({
  subject: t('billing-mails:planEnded.subject', { plan: of.plan }),
  heading: t('billing-mails:planEnded.heading'),
  sentences: [
    t('billing-mails:planEnded.what', { workspace: named(of, t), plan: of.plan }),
    t('billing-mails:planEnded.next'),
  ],
  action: actionOf(t, appUrl),
  reason: t('billing-mails:reason', { workspace: named(of, t) }),
})

const planTooSmall: Template<Of & { members: number; max: number }> = (
  { members, max, ...of },
  { t, appUrl },
) => ({
  subject: t('billing-mails:planTooSmall.subject', { plan: of.plan }),
  heading: t('billing-mails:planTooSmall.heading'),
  sentences: [
    t('billing-mails:planTooSmall.what', { workspace: named(of, t), plan: of.plan, members, max }),
    t('billing-mails:planTooSmall.next'),
  ],
  action: actionOf(t, appUrl),
  reason: t('billing-mails:reason', { workspace: named(of, t) }),
})

export const billingMails = { trialEnds, paymentFailed, planEnds, planEnded, planTooSmall }
