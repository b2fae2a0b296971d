import { createBrowserClient } from '@plinth/core/client'
import { type WireError, failureOf } from '@plinth/core/page'
import type { Viewer } from '@plinth/core/access'
import { CancelDeletionPage, type ScheduledDeletion } from './cancel-deletion-page.tsx'

type CancelDeletionProps = { viewer: Viewer | null; token: string; deletion: ScheduledDeletion | null }

/** The page of the mailed link, with its own call: public pages have no query client. */
export function CancelDeletion({ token, ...page }: CancelDeletionProps) {
  return <CancelDeletionPage {...page} cancel={() => cancelByLink(token)} />
}

async function cancelByLink(token: string): Promise<WireError | undefined> {
  try {
    await createBrowserClient().account.cancelDeletionByLink.mutate({ token })
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
