import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { SettingsSection } from '#/components/settings-section.tsx'
import { applyDisplay, rememberDisplay } from '#/components/display-choice.ts'
import { showToast } from '#/components/toast.ts'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { type Display, displayOf } from '@plinth/core/format'
import { DisplayFields } from './display-fields.tsx'
import { createBrowserClient } from '@plinth/core/client'

/**
 * The user's display settings: applied immediately in this browser, and stored for other devices. An
 * impersonating admin changes only the current page.
 */
export function DisplaySection({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const router = useRouter()
  const [display, setDisplay] = useState(
    () => router.options.context.display?.choice ?? displayOf(document.documentElement.dataset),
  )

  async function choose(chosen: Display) {
    setDisplay(chosen)
    applyDisplay(chosen)
    if (viewer.actor.impersonatedBy !== null) return
    rememberDisplay(chosen)
    try {
      await storeDisplay(chosen)
    } catch {
      await showToast('error', t('preferences:display.failed'))
    }
  }

  return (
    <SettingsSection
      title={t('preferences:display.title')}
      isTitleHidden
      list={
        <div className="divide-y divide-border">
          <DisplayFields value={display} onChoose={(chosen) => void choose(chosen)} />
        </div>
      }
    />
  )
}

let previous: Promise<unknown> = Promise.resolve()

/**
 * Stores the signed-in user's choice on the server. Calls run one after another, so that the last one wins.
 */
async function storeDisplay(display: Display): Promise<void> {
  const storing = previous
    .catch(() => {})
    .then(() => createBrowserClient().preferences.setDisplay.mutate(display))
  previous = storing
  await storing
}
