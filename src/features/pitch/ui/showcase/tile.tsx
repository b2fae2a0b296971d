import type { ReactNode } from 'react'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'

type TileProps = {
  name: 'signIn' | 'members' | 'answer'
  /** Places the text next to the preview instead of below it. */
  isWide?: boolean
  className?: string
  /** A preview of the interface, hidden from assistive technology. */
  children: ReactNode
}

/** A preview of the interface with a title and a text. */
export function Tile({ name, isWide, className, children }: TileProps) {
  const t = useTranslate()
  return (
    <article
      className={cn(
        'flex flex-col overflow-hidden rounded-xl border border-border bg-card',
        // The texts of neighbors begin at the same height.
        isWide
          ? 'lg:grid lg:grid-cols-[21rem_minmax(0,1fr)]'
          : 'lg:row-span-2 lg:grid lg:grid-rows-subgrid lg:gap-0',
        className,
      )}
    >
      <div
        inert
        aria-hidden="true"
        className={cn(
          'stage grid flex-1 items-end justify-items-center overflow-hidden border-b border-border select-none',
          isWide
            ? 'justify-items-stretch pt-6 pl-4 sm:pt-9 sm:pl-9 lg:order-1 lg:border-b-0 lg:border-l'
            : 'px-4 pt-6 sm:px-7 sm:pt-9',
        )}
      >
        {children}
      </div>
      <div
        className={cn(
          'grid content-start gap-2 p-5 sm:px-7 sm:pt-6 sm:pb-7',
          isWide && 'lg:content-center lg:p-9',
        )}
      >
        <h3 className="text-lg leading-6 font-semibold">{t(`showcase:${name}.title`)}</h3>
        <p className="max-w-[62ch] text-muted-foreground">{t(`showcase:${name}.text`)}</p>
      </div>
    </article>
  )
}

/** The card of a preview, cut off at the bottom edge. */
export const pieceClass = 'w-full rounded-t-xl border border-b-0 border-border bg-card shadow-float'
