import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonVariants, type ButtonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { chatPath, type ChatPageName } from '#/features/chat/chat-pages.ts'
import { cn } from '#/lib/cn.ts'

type NewThreadLinkProps = Pick<ButtonVariants, 'variant'> & {
  page: ChatPageName
  onNew?: () => void
  className?: string
}

/** Starts a new thread on the page. */
export function NewThreadLink({ page, variant, onNew, className }: NewThreadLinkProps) {
  const t = useTranslate()
  return (
    <Link
      to={chatPath(page)}
      search={{}}
      onClick={onNew}
      aria-label={t('chat:threads.new')}
      title={t('chat:threads.new')}
      className={buttonVariants({ variant, size: 'icon', className: cn('shrink-0', className) })}
    >
      <Plus className="size-4" aria-hidden="true" />
    </Link>
  )
}
