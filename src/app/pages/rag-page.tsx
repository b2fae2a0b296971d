import { useTranslate } from '#/core/i18n/react.tsx'
import { ChatPage } from '#/features/chat/index.ts'
import { DocumentsPanel, usePassage, useUploads } from '#/features/documents/index.ts'

/** The chat over documents. A new thread begins with the list of documents. */
export function RagPage({ thread }: { thread: string | undefined }) {
  const t = useTranslate()
  const { open, dialog } = usePassage()
  const queue = useUploads()
  const documents = <DocumentsPanel queue={queue} onOpen={open} />
  return (
    <>
      <ChatPage
        page="rag"
        thread={thread}
        panel={{ title: t('documents:list.title'), content: documents }}
        renderEmpty={(isBuiltIn) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <p className="text-pretty text-muted-foreground">
              {t(isBuiltIn ? 'chat:empty.documentsBuiltIn' : 'chat:empty.documents')}
            </p>
            {documents}
          </div>
        )}
        openSource={open}
      />
      {dialog}
    </>
  )
}
