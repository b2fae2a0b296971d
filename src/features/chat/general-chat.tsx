import { ChatPage } from './chat-page.tsx'
import type { ChatSearch } from './chat-search.ts'
import { Talk, type TalkProps } from './talk.tsx'
import { useTanStackEngine } from './use-tanstack-engine.ts'

/** The general chat, with tools over the workspace, by TanStack AI. */
export function GeneralChat({ thread }: ChatSearch) {
  return <ChatPage page="general" thread={thread} TalkByEngine={TalkByEngine} />
}

function TalkByEngine(props: TalkProps) {
  return <Talk {...props} engine={useTanStackEngine(props.threadId)} />
}
