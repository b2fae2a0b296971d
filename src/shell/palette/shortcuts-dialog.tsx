import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { TitledDialog, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { useTranslate } from '@plinth/core/texts'
import { shortcutsOf, useNavigation, useViewer } from '#/shell/slots/navigation.ts'
import { areShortcutsOn, shortcutKeys, switchShortcuts } from './use-shortcuts.ts'

/** The list of keyboard shortcuts, and the switch that turns them off. */
export default function ShortcutsDialog(state: DialogState) {
  const t = useTranslate()
  const [on, setOn] = useState(areShortcutsOn)
  const shortcuts = shortcutsOf(useRouter(), useViewer())
  const places = useNavigation().flatMap(({ entries }) => entries)
  return (
    <TitledDialog {...state} title={t('app:shortcuts.title')} text={t('app:shortcuts.text')}>
      <dl className="-my-1">
        {places.map(
          ({ to, label, letter }) =>
            letter && <Line key={to} keys={[shortcutKeys.go, letter]} text={t(label)} />,
        )}
      </dl>
      <dl className="border-t border-border pt-3">
        {shortcuts.map(({ key, label }) => (
          <Line key={key} keys={[key]} text={t(label)} />
        ))}
        <Line keys={t('app:palette.keys').split(' ')} text={t('app:palette.title')} />
        <Line keys={[shortcutKeys.help]} text={t('app:shortcuts.title')} />
      </dl>
      <label className="flex cursor-pointer items-center gap-2.5 border-t border-border pt-4">
        <Switch
          checked={on}
          onChange={(event) => {
            setOn(event.target.checked)
            switchShortcuts(event.target.checked)
          }}
        />
        {t('app:shortcuts.on')}
      </label>
    </TitledDialog>
  )
}

function Line({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <dt>{text}</dt>
      <dd className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
