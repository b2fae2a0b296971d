import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyMedia, EmptyTitle } from './ui/empty.tsx'

type EmptyStateProps = {
  title: string
  text?: string
  action?: ReactNode
  /** Shown instead of the mark, such as a magnifier when a search found nothing. */
  media?: ReactNode
  /** For use inside a card, which has the border. */
  isInCard?: boolean
}

/** An empty list: what will be here, and the action that adds it. */
export function EmptyState({
  title,
  text,
  action,
  media = <Mark className="size-10" />,
  isInCard = false,
}: EmptyStateProps) {
  return (
    <Empty className={isInCard ? 'border-0 py-8' : undefined}>
      <EmptyHeader>
        <EmptyMedia>{media}</EmptyMedia>
        <EmptyTitle>{title}</EmptyTitle>
        {text ? <EmptyDescription>{text}</EmptyDescription> : null}
      </EmptyHeader>
      {action ? <EmptyContent>{action}</EmptyContent> : null}
    </Empty>
  )
}
