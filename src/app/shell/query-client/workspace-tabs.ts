/** What one tab tells the others. */
type News = {
  /**
   * The user and workspace the session is in, as `ownerOf` writes them; undefined where the tab that tells
   * does not know.
   */
  owner?: string
  /** Something was written there. */
  isWrite?: boolean
}

let opened: BroadcastChannel | undefined

/**
 * One for telling and hearing: a channel hears all others of its name, those of its own tab too. Undefined
 * where a browser has none.
 */
function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') opened ??= new BroadcastChannel('workspace')
  return opened
}

/**
 * Tells the other tabs of this browser that the session may have moved: to another workspace, to another
 * account, to its end.
 */
export function tellOtherTabs(news: News = {}): void {
  channel()?.postMessage(news)
}

/** Calls back with what another tab tells; answers how to stop. */
export function hearOtherTabs(listener: (news: News) => void): () => void {
  const hear = ({ data }: MessageEvent<News>) => listener(data)
  const heard = channel()
  heard?.addEventListener('message', hear)
  return () => heard?.removeEventListener('message', hear)
}
