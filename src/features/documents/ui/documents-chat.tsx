import type { ChatParts } from '#/core/feature.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { ChatPage } from '#/features/chat/index.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import { usePassage } from './use-passage.tsx'
import { useUploads } from './use-uploads.ts'

type DocumentsChatProps = { thread: string | undefined; parts: ChatParts }

/** The chat that answers from documents. A new thread begins with their list. */
export function DocumentsChat({ thread, parts }: DocumentsChatProps) {
  const t = useTranslate()
  const { open, dialog } = usePassage()
  const queue = useUploads()
  return (
    <>
      <ChatPage
        page="rag"
        thread={thread}
        parts={parts}
        panel={{
          title: t('documents:list.title'),
          content: <DocumentsPanel queue={queue} onOpen={open} />,
          text: (isBuiltIn) => t(isBuiltIn ? 'documents:welcome.builtIn' : 'documents:welcome.text'),
        }}
        openSource={open}
      />
      {dialog}
    </>
  )
}
