import type { ReactNode } from 'react'
import { useFormTexts } from './form/form-texts.tsx'
import { LoadState, RowsSkeleton, type LoadStateProps } from './load-state.tsx'
import { rowMotion } from './row-motion.ts'
import { useFirstRows } from './use-first-rows.ts'
import { EmptyList, SettingsSection, type SettingsSectionProps } from './settings-section.tsx'

type SettingsListProps<Item> = Pick<SettingsSectionProps, 'text' | 'action'> & {
  title: string
  state: Omit<LoadStateProps<{ items: readonly Item[] }>, 'skeleton' | 'isInCard' | 'children'>
  /** Shown instead of the list while it is empty. */
  none?: string
  dialogs?: ReactNode
  /** The row of an item, an `ItemRow`. */
  children: (item: Item) => ReactNode
}

/** A section with the user's things of one kind: passkeys, sessions. */
export function SettingsList<Item>({
  title,
  state,
  none,
  dialogs,
  children,
  ...section
}: SettingsListProps<Item>) {
  const translate = useFormTexts()
  const count = state.data?.items.length
  return (
    <SettingsSection
      {...section}
      title={title}
      summary={count === 0 ? translate('app:settings.none') : count}
      list={
        <LoadState {...state} skeleton={<RowsSkeleton count={1} />}>
          {({ items }) =>
            items.length === 0 ? (
              none && <EmptyList title={none} />
            ) : (
              <Rows title={title} items={items}>
                {children}
              </Rows>
            )
          }
        </LoadState>
      }
    >
      {dialogs}
    </SettingsSection>
  )
}

type RowsProps<Item> = Pick<SettingsListProps<Item>, 'title' | 'children'> & { items: readonly Item[] }

function Rows<Item>({ title, items, children }: RowsProps<Item>) {
  return (
    <ul ref={rowMotion} aria-label={title} className="divide-y divide-border">
      {useFirstRows(items).map(children)}
    </ul>
  )
}
