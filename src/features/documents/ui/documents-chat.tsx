import type { ChatParts } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { ChatPage } from '#/features/chat/index.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import { useUploadQueue } from './use-upload-queue.ts'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { Place } from './passage-dialog.tsx'

type DocumentsChatProps = { thread: string | undefined; parts: ChatParts }

/** The chat that answers from documents. A new thread begins with their list. */
export function DocumentsChat({ thread, parts }: DocumentsChatProps) {
  const t = useTranslate()
  const { open, dialog } = usePassage()
  const queue = useUploadQueue()
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

const PassageDialog = lazyPart(() => import('./passage-dialog.tsx'))

/** `open()` shows a passage in its document. Render `dialog` for it. */
function usePassage() {
  const [shown, setShown] = useState<{ place: Place; count: number }>()
  const [isOpen, setOpen] = useState(false)
  function open(place: Place) {
    setShown((last) => ({ place, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog = shown ? (
    <PassageDialog key={shown.count} place={shown.place} isOpen={isOpen} onOpenChange={setOpen} />
  ) : null
  return { open, dialog }
}
