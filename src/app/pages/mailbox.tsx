import type { ComponentProps } from 'react'
import { MailboxPage } from '#/features/mailbox/index.ts'
import { LanguageSelect, ThemeSelect } from './settings/preferences.tsx'

/** The mailbox of local mode with the application's language and theme switches. */
export function Mailbox(props: Omit<ComponentProps<typeof MailboxPage>, 'preferences'>) {
  return (
    <MailboxPage
      {...props}
      preferences={
        <>
          <LanguageSelect isIcon />
          <ThemeSelect isIcon />
        </>
      }
    />
  )
}
