import type { FeatureSettings } from '@plinth/core/feature'
import { DisplaySection } from './ui/display-section.tsx'
import { MailsSection } from './ui/mails-section.tsx'

export const settings: FeatureSettings = {
  namespaces: ['preferences'],
  sections: [
    {
      id: 'display',
      group: 'preferences',
      order: 20,
      card: 'display',
      title: 'preferences:display.title',
      Section: DisplaySection,
    },
    {
      id: 'notifications',
      group: 'preferences',
      order: 30,
      title: 'preferences:mails.title',
      Section: MailsSection,
    },
  ],
}
