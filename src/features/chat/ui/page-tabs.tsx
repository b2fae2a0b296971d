import { Link, useRouter } from '@tanstack/react-router'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { chatPath, type ChatPageName } from '../chat-pages.ts'

const pages = ['general', 'rag', 'vercel'] as const

/** The pages that there are. */
export function useChatPages(): readonly ChatPageName[] {
  const { routesByPath } = useRouter()
  return pages.filter((page) => chatPath(page) in routesByPath)
}

/** Links between the pages. */
export function PageTabs() {
  const t = useTranslate()
  return (
    <nav
      aria-label={t('chat:shell.nav')}
      className={cn(
        segmentClass,
        'max-md:col-start-2 max-md:row-start-1 max-md:grid max-md:grid-flow-col min-[22.5rem]:max-md:auto-cols-[minmax(max-content,1fr)]',
      )}
    >
      {useChatPages().map((page) => (
        <Link
          key={page}
          to={chatPath(page)}
          search={{}}
          activeOptions={{ exact: true, includeSearch: false }}
          className={cn(segmentItemClass, 'max-md:px-1')}
        >
          {t(`chat:shell.${page}Tab`)}
        </Link>
      ))}
    </nav>
  )
}
