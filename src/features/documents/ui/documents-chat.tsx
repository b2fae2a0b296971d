import type { ChatParts } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { ChatPage } from '#/features/chat/index.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import { useUploadQueue } from './use-upload-queue.ts'
import { useRef, useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { Place } from './passage-view.tsx'

type DocumentsChatProps = { thread: string | undefined; parts: ChatParts }

/** The chat that answers from documents. A new thread begins with their list. */
export function DocumentsChat({ thread, parts }: DocumentsChatProps) {
  const t = useTranslate()
  const { open, panel } = usePassage()
  const queue = useUploadQueue()
  return (
    <ChatPage
      page="rag"
      thread={thread}
      parts={parts}
      panel={{
        title: t('documents:list.title'),
        content: <DocumentsPanel queue={queue} onOpen={open} />,
        text: (isBuiltIn) => t(isBuiltIn ? 'documents:welcome.builtIn' : 'documents:welcome.text'),
      }}
      openSource={(source, answer) => open({ ...source, answer })}
      side={panel}
    />
  )
}

const PassagePanel = lazyPart(() => import('./passage-panel.tsx'))

/** `open()` shows a passage in its document. Render `panel` for it. */
function usePassage() {
  const [shown, setShown] = useState<{ place: Place; count: number; isInDialog: boolean }>()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element>(null)
  function open(place: Place) {
    const { activeElement } = document
    opener.current = activeElement
    const isInDialog = Boolean(activeElement?.closest('[role=dialog]'))
    setShown((last) => ({ place, count: (last?.count ?? 0) + 1, isInDialog }))
    setOpen(true)
  }
  const panel = shown ? (
    <PassagePanel
      key={shown.count}
      place={shown.place}
      isOpen={isOpen}
      onOpenChange={setOpen}
      isInDialog={shown.isInDialog}
      opener={opener}
    />
  ) : null
  return { open, panel }
}
