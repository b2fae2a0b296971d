import { createContext, use, useId, useState, type ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { LineIcon } from './line-icon.tsx'

/**
 * Makes the sections below fold on phones: each is a line that opens. `linked` are those that the URL names,
 * which are open.
 */
export const SectionFold = createContext<'folded' | 'linked' | undefined>(undefined)

type SettingsGroupProps = {
  id?: string
  title: string
  text?: string
  /** On phones for screen readers alone: a tab above it says the same. */
  isTab?: boolean
  children: ReactNode
}

/** A group of settings: a heading above its cards. */
export function SettingsGroup({ id, title, text, isTab = false, children }: SettingsGroupProps) {
  return (
    <div id={id} className="grid scroll-below-bars grid-cols-[minmax(0,1fr)] gap-4">
      <div className={isTab ? 'max-md:sr-only' : undefined}>
        <h2 className="text-lg font-semibold max-sm:text-xl">{title}</h2>
        {text ? <p className="text-muted-foreground">{text}</p> : null}
      </div>
      {children}
    </div>
  )
}

/** Cards that are one on phones. */
export function JoinedCards({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] max-md:divide-y max-md:divide-border max-md:rounded-xl max-md:border max-md:border-border max-md:bg-card md:gap-4 md:*:rounded-xl md:*:border md:*:border-border md:*:bg-card">
      {children}
    </div>
  )
}

/** A card of settings: one section, or several one-line settings. */
export function SettingsCard({ isJoined = false, children }: { isJoined?: boolean; children: ReactNode }) {
  return (
    <div
      className={cn(
        'divide-y divide-border empty:hidden has-[>:only-child:empty]:hidden',
        !isJoined && 'rounded-xl border border-border bg-card',
      )}
    >
      {children}
    </div>
  )
}

export type SettingsSectionProps = {
  title: ReactNode
  /** For sections whose group heading says enough. */
  isTitleHidden?: boolean
  icon?: ReactNode
  /** Hidden where the summary is shown. */
  badge?: ReactNode
  /** The current value. */
  value?: ReactNode
  /** Its state in a word or two, shown instead of the rest while it is folded. */
  summary?: ReactNode
  /** What the setting is for. Folded away with the rest. */
  text?: ReactNode
  action?: ReactNode
  /** Rows from edge to edge. */
  list?: ReactNode
  children?: ReactNode
}

/**
 * A section of a card: its title and text, at most one action next to them, content below. Where sections
 * fold on phones, title and text open the rest.
 */
export function SettingsSection({
  title,
  isTitleHidden = false,
  icon,
  badge,
  value,
  summary,
  text,
  action,
  list,
  children,
}: SettingsSectionProps) {
  const id = useId()
  const { canFold, isOpen, rest, toggle } = useFold(isTitleHidden)
  const heading = (
    <h3 id={id} className={isTitleHidden ? 'sr-only' : cn('font-semibold', canFold && 'max-md:font-medium')}>
      {title}
    </h3>
  )
  return (
    <section aria-labelledby={id} className="min-w-0">
      {isTitleHidden ? (
        heading
      ) : (
        <div
          className={cn(
            'flex min-h-16 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 md:px-5',
            canFold && !isOpen && 'max-md:min-h-13',
          )}
        >
          {icon}
          {/* On phones an action is below its text in every section, however short, but an icon is beside it. */}
          <div
            className={cn(
              'relative flex min-w-0 gap-3',
              isOpen ? 'items-start md:items-center' : 'items-center',
              icon ? 'flex-[1_1_6rem]' : 'flex-[1_1_12rem] max-sm:basis-full',
            )}
          >
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
                {heading}
                {badge ? (
                  <span className={cn('contents', summary && canFold ? 'max-md:hidden' : undefined)}>
                    {badge}
                  </span>
                ) : null}
              </div>
              {value ? <p className="text-sm text-muted-foreground wrap-anywhere">{value}</p> : null}
              {text ? (
                <p
                  className={cn('text-sm text-muted-foreground wrap-anywhere [&>a]:relative [&>a]:z-1', rest)}
                >
                  {text}
                </p>
              ) : null}
            </div>
            {canFold ? (
              <FoldButton
                headingId={id}
                isOpen={isOpen}
                onPress={toggle}
                summary={isOpen && !badge ? undefined : summary}
              />
            ) : null}
          </div>
          {action ? <div className={cn('contents', rest)}>{action}</div> : null}
        </div>
      )}
      {list ? (
        <div className={cn('[&>[role=alert]]:m-4', !isTitleHidden && 'border-t border-border', rest)}>
          {list}
        </div>
      ) : null}
      {children ? (
        <div
          className={cn(
            'grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-5 not-has-[>:not(:empty)]:hidden md:px-5',
            (isTitleHidden || list) && 'pt-5',
            rest,
          )}
        >
          {children}
        </div>
      ) : null}
    </section>
  )
}

/** Whether the section folds, and the class of what is folded away. */
function useFold(isTitleHidden: boolean) {
  const fold = use(SectionFold)
  const isLinked = fold === 'linked'
  const [pressed, setPressed] = useState({ isLinked: false, isOpen: false })
  const canFold = fold !== undefined && !isTitleHidden
  // A new link counts more than an earlier press.
  const isOpen = canFold && (pressed.isLinked === isLinked ? pressed.isOpen : isLinked)
  return {
    canFold,
    isOpen,
    rest:
      canFold &&
      (isOpen ? 'max-md:transition-opacity max-md:duration-180 max-md:starting:opacity-0' : 'max-md:hidden'),
    toggle: () => setPressed({ isLinked, isOpen: !isOpen }),
  }
}

type FoldButtonProps = Pick<SettingsSectionProps, 'summary'> & {
  headingId: string
  isOpen: boolean
  onPress: () => void
}

/** Covers title and text on phones. */
function FoldButton({ headingId, isOpen, onPress, summary }: FoldButtonProps) {
  const summaryId = `${headingId}-summary`
  return (
    <>
      {summary ? (
        <span id={summaryId} className="shrink-0 text-sm text-muted-foreground md:hidden">
          {summary}
        </span>
      ) : null}
      <LineIcon
        className={cn(
          'my-0.5 size-4 shrink-0 text-muted-foreground transition-transform duration-180 md:hidden',
          isOpen && 'rotate-180',
        )}
      >
        <path d="m6 9 6 6 6-6" />
      </LineIcon>
      <button
        type="button"
        aria-labelledby={headingId}
        aria-describedby={summary ? summaryId : undefined}
        aria-expanded={isOpen}
        onClick={onPress}
        className="absolute -inset-x-4 -inset-y-3 cursor-pointer -outline-offset-2 md:hidden"
      />
    </>
  )
}

/** An empty list of a section, as high as one of its rows. */
export function EmptyList({ title }: { title: string }) {
  return <p className="grid min-h-14 content-center px-4 py-2 text-muted-foreground md:px-5">{title}</p>
}

type SettingsRowProps = {
  /** The id of the control. */
  htmlFor?: string
  label: string
  text?: string
  children: ReactNode
}

/**
 * A setting that applies immediately: its label and text, with the control at the end. On phones the text is
 * below both.
 */
export function SettingsRow({ htmlFor, label, text, children }: SettingsRowProps) {
  return (
    <div className="flex min-h-16 flex-wrap content-center items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:grid sm:gap-y-0 sm:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      {htmlFor === undefined ? (
        <p className="min-w-0 flex-[1_1_6rem] font-medium">{label}</p>
      ) : (
        <label htmlFor={htmlFor} className="min-w-0 flex-[1_1_6rem] cursor-pointer font-medium">
          {label}
        </label>
      )}
      {text ? (
        <p
          id={htmlFor === undefined ? undefined : `${htmlFor}-text`}
          className="text-sm text-muted-foreground max-sm:order-1 max-sm:basis-full sm:col-start-1 sm:row-start-2"
        >
          {text}
        </p>
      ) : null}
      <div className="sm:col-start-2 sm:row-span-2 sm:row-start-1">{children}</div>
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
