/** A message between tabs. */
type News = {
  /** The session's user and workspace, as `ownerOf` formats them; undefined where the sender doesn't know. */
  owner?: string
  /** Something was written in that workspace. */
  isWrite?: boolean
}

let opened: BroadcastChannel | undefined

/**
 * One channel for sending and receiving: a second one in the same tab would receive the tab's own messages.
 * Undefined where the browser has no BroadcastChannel.
 */
function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') opened ??= new BroadcastChannel('workspace')
  return opened
}

/** Tells the other tabs of this browser that the session may have changed its workspace or user, or ended. */
export function tellOtherTabs(news: News = {}): void {
  channel()?.postMessage(news)
}

/** Subscribes to messages of other tabs. Returns the unsubscribe function. */
export function hearOtherTabs(listener: (news: News) => void): () => void {
  const hear = ({ data }: MessageEvent<News>) => listener(data)
  const heard = channel()
  heard?.addEventListener('message', hear)
  return () => heard?.removeEventListener('message', hear)
}
