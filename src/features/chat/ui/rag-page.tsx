import type { ChatParts, FeatureSources } from '#/core/feature.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { ChatPage } from './chat-page.tsx'
import { Welcome } from './composer/welcome.tsx'

type RagPageProps = { thread: string | undefined; parts: ChatParts; sources: FeatureSources }

/** The chat that answers from sources. A new thread begins with their list. */
export function RagPage({ thread, parts, sources }: RagPageProps) {
  const t = useTranslate()
  // oxlint-disable-next-line react/hooks -- the installed features never change
  const { panel, dialog, open } = sources.useSources()
  return (
    <>
      <ChatPage
        page="rag"
        thread={thread}
        parts={parts}
        panel={{ title: t(sources.title), content: panel }}
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
