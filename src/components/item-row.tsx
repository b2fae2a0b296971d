import type { ReactNode } from 'react'

type ItemRowProps = {
  /** 16 px. */
  icon: ReactNode
  /** Connects the actions to the title: `aria-describedby`. */
  titleId?: string
  title: ReactNode
  badge?: ReactNode
  text?: ReactNode
  children?: ReactNode
}

/**
 * One item of a short list in a card: a session, a passkey. `children` are its actions, below it if need be.
 */
export function ItemRow({ icon, titleId, title, badge, text, children }: ItemRowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-5">
      <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-muted text-muted-foreground">
        {icon}
      </span>
      <div className="min-w-0 flex-[1_1_6.5rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium wrap-anywhere">
          <span id={titleId}>{title}</span>
          {badge}
        </p>
        {text ? <p className="text-sm text-muted-foreground wrap-anywhere">{text}</p> : null}
      </div>
      {children ? <div className="ml-auto flex shrink-0 items-center gap-1">{children}</div> : null}
    </li>
  )
}
