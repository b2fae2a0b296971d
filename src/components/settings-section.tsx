import { useId, type ReactNode } from 'react'

type SettingsGroupProps = { id?: string; title: string; text?: string; children: ReactNode }

/** A group of settings: a heading above its cards. */
export function SettingsGroup({ id, title, text, children }: SettingsGroupProps) {
  return (
    <div id={id} className="grid scroll-mt-32 grid-cols-[minmax(0,1fr)] gap-4 md:scroll-mt-22">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        {text ? <p className="text-muted-foreground">{text}</p> : null}
      </div>
      {children}
    </div>
  )
}

/** A card of settings: one section, or several one-line settings. */
export function SettingsCard({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-border rounded-xl border border-border bg-card empty:hidden has-[>:only-child:empty]:hidden">
      {children}
    </div>
  )
}

export type SettingsSectionProps = {
  title: string
  /** For sections whose group heading says enough. */
  isTitleHidden?: boolean
  icon?: ReactNode
  badge?: ReactNode
  /** The current value, or what the setting is for. */
  text?: ReactNode
  action?: ReactNode
  /** Rows from edge to edge. */
  list?: ReactNode
  children?: ReactNode
}

/** A section of a card: its title and text, at most one action next to them, content below. */
export function SettingsSection({
  title,
  isTitleHidden = false,
  icon,
  badge,
  text,
  action,
  list,
  children,
}: SettingsSectionProps) {
  const id = useId()
  const heading = (
    <h3 id={id} className={isTitleHidden ? 'sr-only' : 'font-medium'}>
      {title}
    </h3>
  )
  return (
    <section aria-labelledby={id} className="min-w-0">
      {isTitleHidden ? (
        heading
      ) : (
        <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 md:px-5">
          {icon}
          {/* On phones an action is below its text in every section, however short, but an icon is beside it. */}
          <div className={`min-w-0 ${icon ? 'flex-[1_1_6rem]' : 'flex-[1_1_12rem] max-sm:basis-full'}`}>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
              {heading}
              {badge}
            </div>
            {text ? <p className="text-sm text-pretty text-muted-foreground wrap-anywhere">{text}</p> : null}
          </div>
          {action}
        </div>
      )}
      {list ? (
        <div className={`[&>[role=alert]]:m-4 ${isTitleHidden ? '' : 'border-t border-border'}`}>{list}</div>
      ) : null}
      {children ? (
        <div
          className={`grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-5 not-has-[>:not(:empty)]:hidden md:px-5 ${isTitleHidden || list ? 'pt-5' : ''}`}
        >
          {children}
        </div>
      ) : null}
    </section>
  )
}

type SettingsRowProps = {
  /** The id of the control. */
  htmlFor?: string
  label: string
  text?: string
  children: ReactNode
}

/** A setting that applies immediately: its label and text, with the control at the end. */
export function SettingsRow({ htmlFor, label, text, children }: SettingsRowProps) {
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-[1_1_6rem]">
        {htmlFor === undefined ? (
          <p className="font-medium">{label}</p>
        ) : (
          <label htmlFor={htmlFor} className="cursor-pointer font-medium">
            {label}
          </label>
        )}
        {text ? (
          <p
            id={htmlFor === undefined ? undefined : `${htmlFor}-text`}
            className="text-sm text-pretty text-muted-foreground"
          >
            {text}
          </p>
        ) : null}
      </div>
      {children}
    </div>
  )
}

/** The footer of a card with a form: what changed, and the buttons. */
export function SaveRow({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-4 -mb-5 flex flex-wrap items-center justify-end gap-2 rounded-b-xl border-t border-border bg-muted/50 px-4 py-3 md:-mx-5 md:px-5">
      {children}
    </div>
  )
}
