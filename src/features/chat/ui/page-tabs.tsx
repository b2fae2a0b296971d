import { Link } from '@tanstack/react-router'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import { chatPaths } from '../chat-pages.ts'

const pages = ['general', 'rag', 'vercel'] as const

/** Links between the pages. */
export function PageTabs({ hasSources }: { hasSources: boolean }) {
  const t = useTranslate()
  return (
    <nav
      aria-label={t('chat:pages.label')}
      className={cn(
        segmentClass,
        'min-w-0 max-sm:flex-1 max-[23rem]:overflow-x-auto max-[23rem]:[scrollbar-width:none]',
      )}
    >
      {pages
        .filter((page) => hasSources || page !== 'rag')
        .map((page) => (
          <Link
            key={page}
            to={chatPaths[page]}
            search={{}}
            activeOptions={{ exact: true, includeSearch: false }}
            className={cn(
              segmentItemClass,
              'min-w-0 flex-auto aria-[current]:[scroll-initial-target:nearest] max-sm:px-1 max-[26rem]:text-xs max-[23rem]:shrink-0 max-[23rem]:px-2',
            )}
          >
            {t(`chat:pages.${page}`)}
          </Link>
        ))}
    </nav>
  )
}
