import { useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { withStorage } from '@plinth/core/page'
import { navigationOf, shortcutsOf } from '#/shell/slots/navigation.ts'

const GO = 'g'
const HELP = '?'
/** The second key of a `g` sequence must follow within this time. */
const SEQUENCE_MS = 1_500
const STORAGE_KEY = 'shortcuts'

/**
 * Single-key shortcuts: `g` and a letter for a page, keys of pages, `?` for the list. They are inactive
 * while a field has the focus, while a dialog or menu is open, and where the user has switched them off.
 * Whether the list is open is undefined until it is opened first.
 */
export function useShortcuts() {
  const router = useRouter()
  const [isOpen, setOpen] = useState<boolean>()
  const open = () => setOpen(true)
  const act = useEffectEvent((key: string, isAfterGo: boolean) => {
    const place = placeOf(router, key, isAfterGo)
    if (place) void router.navigate({ to: place })
    else if (key === HELP) open()
    else return false
    return true
  })
  useEffect(() => {
    let goUntil = 0
    function onKey(event: KeyboardEvent) {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.repeat ||
        event.defaultPrevented ||
        isBusy(event.target) ||
        !areShortcutsOn()
      )
        return
      const isAfterGo = event.timeStamp < goUntil
      goUntil = !isAfterGo && event.key === GO ? event.timeStamp + SEQUENCE_MS : 0
      if (act(event.key, isAfterGo)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return { isOpen, setOpen, open }
}

/** The page of a shortcut. */
function placeOf(router: RegisteredRouter, key: string, isAfterGo: boolean) {
  const { viewer } = router.options.context
  return isAfterGo
    ? navigationOf(router, viewer)
        .flatMap(({ entries }) => entries)
        .find(({ letter }) => letter === key)?.to
    : shortcutsOf(router, viewer).find((shortcut) => shortcut.key === key)?.to
}

function isBusy(target: EventTarget | null): boolean {
  const inField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  return inField || document.querySelector('[role$="dialog"], [role="menu"]') !== null
}

/** Whether shortcuts are on in this browser, which is the default. Browser only. */
export const areShortcutsOn = (): boolean => withStorage(() => localStorage.getItem(STORAGE_KEY)) !== 'off'

/** Turns shortcuts on or off in this browser. Users of voice input may trigger them by accident. */
export function switchShortcuts(on: boolean): void {
  withStorage(() => localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off'))
}

export const shortcutKeys = { go: GO, help: HELP } as const
