import type { ReactNode } from 'react'
import { LoadState, RowsSkeleton, type LoadStateProps } from './load-state.tsx'
import { rowMotion } from './row-motion.ts'
import {
  EmptyList,
  SettingsSection,
  type EmptyListProps,
  type SettingsSectionProps,
} from './settings-section.tsx'

type SettingsListProps<Item> = Pick<SettingsSectionProps, 'title' | 'text' | 'action'> & {
  state: Omit<LoadStateProps<{ items: readonly Item[] }>, 'skeleton' | 'isInCard' | 'children'>
  /** Shown instead of the list while it is empty. */
  none?: EmptyListProps
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
  return (
    <SettingsSection
      {...section}
      title={title}
      list={
        <LoadState {...state} skeleton={<RowsSkeleton count={1} />}>
          {({ items }) =>
            items.length === 0 ? (
              none && <EmptyList {...none} />
            ) : (
              <ul ref={rowMotion} aria-label={title} className="divide-y divide-border">
                {items.map(children)}
              </ul>
            )
          }
        </LoadState>
      }
    >
      {dialogs}
    </SettingsSection>
  )
}
