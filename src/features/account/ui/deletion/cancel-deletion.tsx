import { createBrowserClient } from '@plinth/core/trpc/client.ts'
import { failureOf } from '@plinth/core/trpc/failure.ts'
import type { Viewer } from '@plinth/core/auth/viewer.ts'
import type { WireError } from '@plinth/core/lib/wire-error.ts'
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
