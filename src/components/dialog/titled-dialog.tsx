import { useRef, type ReactNode } from 'react'
import { useFormTexts } from '#/components/form/form-texts.tsx'
import { Button } from '../ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../ui/dialog.tsx'
import type { Sheet, SheetContent } from '../ui/sheet.tsx'

export type DialogState = { isOpen: boolean; onOpenChange: (open: boolean) => void }

export type TitledDialogProps = DialogState & {
  title: ReactNode
  /** One sentence below the title. */
  text?: ReactNode
  /** More than usual: for two columns, or for reading. */
  width?: keyof typeof widths
  /** What stands in for the dialog and its content. */
  parts?: { Root: typeof Dialog | typeof Sheet; Content: typeof DialogContent | typeof SheetContent }
  children: ReactNode
}

const widths = {
  medium: 'sm:w-[min(34rem,calc(100vw-2rem))]',
  wide: 'sm:w-[min(46rem,calc(100vw-2rem))]',
}

/**
 * The base of all dialogs: a title, the focus on the first field, and no lost input: once something has been
 * typed, a click outside no longer closes it.
 */
export function TitledDialog({
  isOpen,
  onOpenChange,
  title,
  text,
  width,
  parts: { Root, Content } = { Root: Dialog, Content: DialogContent },
  children,
}: TitledDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  // Focuses the first field instead of the close button; on touch none, which would open the keyboard.
  const first = () =>
    matchMedia('(pointer: coarse)').matches
      ? popup.current
      : (popup.current?.querySelector<HTMLElement>('input:not([type=file]), select, textarea') ?? true)
  return (
    <Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        if (reason === 'outside-press' && isTyped.current) return
        onOpenChange(open)
      }}
      onOpenChangeComplete={(open) => {
        // Not after opening: the user may already have typed.
        if (!open) isTyped.current = false
      }}
    >
      <Content
        ref={popup}
        onInput={({ currentTarget, target }) => {
          // React also bubbles input from dialogs that were opened by this one.
          if (currentTarget.contains(target as Node)) isTyped.current = true
        }}
        className={width && widths[width]}
        initialFocus={first}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          {text ? <DialogDescription>{text}</DialogDescription> : null}
        </DialogHeader>
        {children}
      </Content>
    </Root>
  )
}

/**
 * The buttons at the end of a dialog, the main one first. On phones they stay in view.
 * `onCancel` adds a cancel button.
 */
export function DialogActions({ onCancel, children }: { onCancel?: () => void; children: ReactNode }) {
  const translate = useFormTexts()
  return (
    <DialogFooter className="max-sm:at-foot max-sm:*:px-2">
      {children}
      {onCancel ? (
        <Button variant="outline" onClick={onCancel}>
          {translate('app:dialog.cancel')}
        </Button>
      ) : null}
    </DialogFooter>
  )
}
