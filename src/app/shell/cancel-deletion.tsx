import { createBrowserClient } from '#/core/trpc/client.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import type { WireError } from '#/lib/wire-error.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import { KeepAccountPage } from '#/features/account/index.ts'
import type { AppRouter } from '../registry/router.server.ts'

/** The page of the mailed link, with its own call: public pages have no query client. */
export function KeepAccount({ viewer, word }: { viewer: Viewer | null; word: string }) {
  return <KeepAccountPage viewer={viewer} keep={() => keepByLink(word)} />
}

async function keepByLink(word: string): Promise<WireError | undefined> {
  try {
    await createBrowserClient<AppRouter>().account.keepByLink.mutate({ word })
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
