import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { TextField } from '#/components/form/field.tsx'
import { useFormTexts } from '#/components/form/form-texts.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import type { DialogState } from './titled-dialog.tsx'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '../ui/alert-dialog.tsx'

export type Confirmation = {
  title: string
  text: string
  /** Verb and object: `Delete organization`. */
  confirmLabel: string
  pendingLabel: string
  /** Text to type first, for irreversible actions. */
  typed?: { label: string; expected: string }
  /** Resolves to true on success; otherwise the dialog stays open. */
  onConfirm: () => Promise<boolean>
}

type ConfirmDialogProps = DialogState &
  Confirmation & {
    /** A dialog that the action may open above this one. */
    children?: ReactNode
  }

/**
 * Confirms a dangerous action. The button names it and stays pending until it is done; the focus starts on
 * Cancel, or in the field.
 */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  text,
  confirmLabel,
  pendingLabel,
  typed,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const translate = useFormTexts()
  const [pending, setPending] = useState(false)
  const [word, setWord] = useState('')
  const [isWrong, setWrong] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)

  async function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    if (typed && word.trim() !== typed.expected) return setWrong(true)
    setPending(true)
    const isDone = await onConfirm().finally(() => setPending(false))
    if (isDone) onOpenChange(false)
  }

  return (
    <AlertDialog open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialogContent initialFocus={typed ? true : cancel}>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{text}</AlertDialogDescription>
        </AlertDialogHeader>
        <Form className="grid gap-5" onSubmit={(event) => void confirm(event)}>
          {typed ? (
            <TextField
              name="confirmation"
              label={typed.label}
              autoComplete="off"
              spellCheck={false}
              value={word}
              error={
                isWrong ? translate('errors:confirmationMismatch', { expected: typed.expected }) : undefined
              }
              onChange={(event) => {
                setWord(event.target.value)
                setWrong(false)
              }}
            />
          ) : null}
          <AlertDialogFooter>
            <SubmitButton variant="destructive" pending={pending} pendingLabel={pendingLabel}>
              {confirmLabel}
            </SubmitButton>
            <AlertDialogCancel ref={cancel}>{translate('app:dialog.cancel')}</AlertDialogCancel>
          </AlertDialogFooter>
        </Form>
        {children}
      </AlertDialogContent>
    </AlertDialog>
  )
}
