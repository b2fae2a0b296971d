import { useState } from 'react'
import { Dialog, type DialogState } from '#/components/ui/dialog.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useNavigation } from '#/app/registry/navigation.ts'
import { areShortcutsOn, shortcutKeys, switchShortcuts } from './use-shortcuts.ts'

/** The list of keyboard shortcuts, and the switch that turns them off. */
export default function ShortcutsDialog(state: DialogState) {
  const t = useTranslate()
  const [on, setOn] = useState(areShortcutsOn)
  const places = useNavigation().flatMap(({ entries }) => entries)
  return (
    <Dialog {...state} title={t('app:shortcuts.title')} text={t('app:shortcuts.text')}>
      <dl className="grid gap-1">
        <Line keys={[t('app:palette.keys')]} text={t('app:palette.title')} />
        {places.map(
          ({ to, label, letter }) =>
            letter && <Line key={to} keys={[shortcutKeys.go, letter]} text={t(label)} />,
        )}
        <Line keys={[shortcutKeys.newPost]} text={t('app:palette.newPost')} />
        <Line keys={[shortcutKeys.help]} text={t('app:shortcuts.title')} />
      </dl>
      <label className="flex cursor-pointer items-center gap-2.5 border-t border-border pt-4">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            setOn(event.target.checked)
            switchShortcuts(event.target.checked)
          }}
          className="size-4 accent-brand"
        />
        {t('app:shortcuts.on')}
      </label>
    </Dialog>
  )
}

function Line({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div className="flex flex-row-reverse items-center justify-end gap-3">
      <dt>{text}</dt>
      <dd className="flex w-20 shrink-0 gap-1">
        {keys.map((key) => (
          <kbd key={key} className="rounded-sm border border-border bg-muted px-1.5 font-mono text-sm">
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}
