import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useNavigation, useFeatureShortcuts } from '#/app/registry/navigation.ts'

const GO = 'g'
const HELP = '?'
/** The second key of a `g` sequence must follow within this time. */
const SEQUENCE_MS = 1_500
const STORAGE_KEY = 'shortcuts'

/**
 * Single-key shortcuts: `g` and a letter for a page, keys of features, `?` for the list. They are inactive
 * while a field has the focus, while a dialog or menu is open, and where the user has switched them off.
 */
export function useShortcuts() {
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const act = useAct(() => {
    setWanted(true)
    setOpen(true)
  })
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
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
      if (latest.current(event.key, isAfterGo)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return { isOpen, setOpen, wanted, open: () => void act(HELP, false) }
}

/** The returned function reports whether the key was a shortcut. */
function useAct(help: () => void): (key: string, isAfterGo: boolean) => boolean {
  const navigate = useNavigate()
  const places = useNavigation().flatMap(({ entries }) => entries)
  const shortcuts = useFeatureShortcuts()
  return (key, isAfterGo) => {
    const place = isAfterGo
      ? places.find(({ letter }) => letter === key)
      : shortcuts.find((shortcut) => shortcut.key === key)
    if (place) void navigate({ to: place.to })
    else if (key === HELP) help()
    else return false
    return true
  }
}

function isBusy(target: EventTarget | null): boolean {
  const inField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  return inField || document.querySelector('[role$="dialog"], [role="menu"]') !== null
}

/** Whether shortcuts are on in this browser, which is the default. Browser only. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns shortcuts on or off in this browser. Users of voice input may trigger them by accident. */
export function switchShortcuts(on: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')
  } catch {
    // Storage is blocked: shortcuts stay on.
  }
}

export const shortcutKeys = { go: GO, help: HELP } as const
