import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useFormTexts } from './form/form-texts.tsx'
import type { MenuGroup, MenuPopupProps } from './menu-popup.tsx'
import { showToast } from './toast.ts'

export type { MenuEntry, MenuGroup } from './menu-popup.tsx'

type MenuButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'type'> & {
  /** The menu's label. */
  menuLabel: string
  groups?: readonly MenuGroup[]
  /** Instead of `groups`, which take work to collect: renders a component that passes them to `show`. */
  renderMenu?: (show: (groups: readonly MenuGroup[]) => ReactNode) => ReactNode
  align?: 'start' | 'end'
  /** Called, possibly more than once, before the user opens the menu, to prefetch its content. */
  onApproach?: () => void
}

/**
 * Runs in the document's head, before other scripts: a button that is pressed before hydration opens its menu
 * after it.
 */
export const earlyPressScript =
  "addEventListener('click',e=>{let b=e.target.closest('[data-early-press]');if(b)b.dataset.earlyPress='sent'},true)"

/** A button with a menu, whose code is loaded on the first hover, focus or press. */
export function MenuButton({
  menuLabel,
  groups = [],
  renderMenu = (show) => show(groups),
  align = 'start',
  onApproach,
  children,
  ...button
}: MenuButtonProps) {
  const translate = useFormTexts()
  const [isOpen, setOpen] = useState(false)
  const [Popup, setPopup] = useState<ComponentType<MenuPopupProps>>()
  const opener = useRef<HTMLButtonElement>(null)
  const [name, setName] = useState(menuLabel)

  async function load() {
    const { default: popup } = await import('./menu-popup.tsx')
    setPopup(() => popup)
  }
  const approach = () => {
    onApproach?.()
    void load().catch(() => {})
  }

  const open = () =>
    void load().then(
      () => {
        setName(nameOf(opener.current) ?? menuLabel)
        setOpen(true)
      },
      () => showToast('error', translate('app:menu.failed')),
    )
  useLayoutEffect(() => {
    const isPressedEarly = opener.current?.dataset.earlyPress === 'sent'
    delete opener.current?.dataset.earlyPress
    if (isPressedEarly) open()
    // oxlint-disable-next-line react/exhaustive-deps -- once, on hydration
  }, [])

  return (
    <>
      <button
        {...button}
        data-early-press=""
        suppressHydrationWarning
        ref={opener}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={approach}
        onFocus={approach}
        onClick={open}
      >
        {children}
      </button>
      {Popup
        ? renderMenu((shown) => (
            <Popup
              isOpen={isOpen}
              onOpenChange={setOpen}
              opener={opener}
              label={menuLabel}
              name={name}
              groups={shown}
              align={align}
            />
          ))
        : null}
    </>
  )
}

/** What a button is for, which `namedBy` adds to its name. */
function nameOf(button: HTMLButtonElement | null): string | undefined {
  const [, id = ''] = button?.getAttribute('aria-labelledby')?.split(' ') ?? []
  const named = document.getElementById(id)
  return named?.getAttribute('aria-label') ?? named?.textContent
}
