import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'

/** The way to a new post from the dashboard's home page. */
export function NewPostAction() {
  const t = useTranslate()
  return (
    <Link to="/dashboard/posts/new" className={buttonVariants({ className: 'shrink-0' })}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {t('posts:list.new')}
    </Link>
  )
}
