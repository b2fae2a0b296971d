import { useInfiniteQuery } from '@tanstack/react-query'
import { Mark } from '#/components/mark.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { ChatPage } from '#/features/chat/index.ts'
import { documentPages, DocumentsPanel, usePassage, useUploads } from '#/features/documents/index.ts'

/** The chat over documents, with the list of documents beside it. */
export function RagPage({ thread }: { thread: string | undefined }) {
  const t = useTranslate()
  const { open, dialog } = usePassage()
  const line = useUploads()
  return (
    <>
      <ChatPage
        page="rag"
        thread={thread}
        panel={{ title: t('documents:list.title'), content: <DocumentsPanel line={line} onOpen={open} /> }}
        empty={<EmptyChat />}
        openSource={open}
      />
      {dialog}
    </>
  )
}

/** Asks for documents first when there are none. */
function EmptyChat() {
  const t = useTranslate()
  const { data } = useInfiniteQuery(documentPages(useTRPC()))
  const hasDocuments = (data?.pages[0]?.items.length ?? 0) > 0
  return (
    <div className="grid justify-items-center gap-2 py-10 text-center">
      <Mark className="size-10 text-muted-foreground" />
      <p className="text-xl font-semibold">
        {t(hasDocuments ? 'chat:empty.documentsTitle' : 'chat:empty.noDocumentsTitle')}
      </p>
      <p className="max-w-md text-muted-foreground">
        {t(hasDocuments ? 'chat:empty.documents' : 'chat:empty.noDocuments')}
      </p>
    </div>
  )
}
