import { useEffect, useState } from 'react'
import type { WireError } from '@plinth/core/page'

/**
 * In development, the message and where it was thrown. The development server knows the places in the sources
 * of what the browser runs (packages/cli/src/dev/page-errors.ts).
 */
export function ErrorDetail({ failure: { requestId: id, detail } }: { failure: WireError }) {
  const [found, setFound] = useState<{ of: string; detail: string | undefined }>()
  useEffect(() => {
    const take = (sent: WireError & { id?: string }) => {
      if (sent.id === id && detail) setFound({ of: detail, detail: sent.detail })
    }
    if (!id || !detail?.includes(location.origin)) return
    import.meta.hot?.on('page:source', take)
    import.meta.hot?.send('page:failed', { id, detail })
    return () => import.meta.hot?.off('page:source', take)
  }, [id, detail])
  return found?.of === detail ? found?.detail : detail
}
