import { ChatPage, type ChatPageProps } from './chat-page.tsx'
import { Talk, type TalkProps } from './talk.tsx'
import { useAiSdkEngine } from './use-ai-sdk-engine.ts'

/**
 * The chat that answers from documents, by the AI SDK. The documents themselves are the business of whoever
 * gives the panel.
 */
export function RagChat(props: Pick<ChatPageProps, 'thread' | 'panel' | 'empty' | 'openSource'>) {
  return <ChatPage page="rag" TalkByEngine={TalkByEngine} {...props} />
}

function TalkByEngine(props: TalkProps) {
  return <Talk {...props} engine={useAiSdkEngine('rag', props.threadId)} />
}
