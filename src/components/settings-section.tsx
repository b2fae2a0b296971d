import { useId, type ReactNode } from 'react'

/**
 * A section of a settings page: title and text on the left, controls on the right; stacked on narrow screens
 * or with `isWide`.
 */
export function SettingsSection({ title, text, isWide, action, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="@container border-t border-border pt-6 first:border-t-0 first:pt-0"
    >
      <div
        className={`grid gap-x-12 gap-y-4 ${isWide ? '' : '@3xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]'}`}
      >
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid max-w-md gap-1">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {text ? <p className="text-muted-foreground">{text}</p> : null}
          </div>
          {action}
        </div>
        <div className={`grid min-w-0 content-start gap-4 ${isWide ? '' : 'max-w-[30rem]'}`}>{children}</div>
      </div>
    </section>
  )
}

type SettingsSectionProps = {
  title: string
  text?: string
  /** For content that needs the full width, such as a table. */
  isWide?: boolean
  action?: ReactNode
  children: ReactNode
}
