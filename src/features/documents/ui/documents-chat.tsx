import type { ChatParts } from '#/core/feature.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { ChatPage, Welcome } from '#/features/chat/index.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import { usePassage } from './use-passage.tsx'
import { useUploads } from './use-uploads.ts'

type DocumentsChatProps = { thread: string | undefined; parts: ChatParts }

/** The chat that answers from documents. A new thread begins with their list. */
export function DocumentsChat({ thread, parts }: DocumentsChatProps) {
  const t = useTranslate()
  const { open, dialog } = usePassage()
  const panel = <DocumentsPanel queue={useUploads()} onOpen={open} />
  return (
    <>
      <ChatPage
        page="rag"
        thread={thread}
        parts={parts}
        panel={{ title: t('documents:list.title'), content: panel }}
        renderEmpty={(isBuiltIn) => (
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 sm:pt-6">
            <Welcome
              title={t('chat:shell.ragTitle')}
              text={t(isBuiltIn ? 'chat:empty.documentsBuiltIn' : 'chat:empty.documents')}
            />
            {panel}
          </div>
        )}
        openSource={open}
      />
      {dialog}
    </>
  )
}
