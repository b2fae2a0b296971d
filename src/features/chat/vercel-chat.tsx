import { ChatPage } from './chat-page.tsx'
import type { ChatSearch } from './chat-search.ts'
import { Talk, type TalkProps } from './talk.tsx'
import { useAiSdkEngine } from './use-ai-sdk-engine.ts'

/** The same chat with the same tools, by the AI SDK. */
export function VercelChat({ thread }: ChatSearch) {
  return <ChatPage page="vercel" thread={thread} TalkByEngine={TalkByEngine} />
}

function TalkByEngine(props: TalkProps) {
  return <Talk {...props} engine={useAiSdkEngine('vercel', props.threadId)} />
}
