import type { ReactNode } from 'react'
import { TitledDialog, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { useFormTexts } from '#/components/form/form-texts.tsx'
import { DialogFooter } from '#/components/ui/dialog.tsx'
import { differenceOf, type Piece } from './text-difference.ts'
import type { TwoVersions } from './use-conflict.ts'

type CompareDialogProps = DialogState & {
  title: ReactNode
  fields: readonly TwoVersions[]
  /** The buttons that decide. */
  children: ReactNode
}

/** Both versions of each field that differs, side by side; on phones one below the other. */
export function CompareDialog({ isOpen, onOpenChange, title, fields, children }: CompareDialogProps) {
  const translate = useFormTexts()
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={translate('conflict:compareTitle')}
      text={title}
      width="wide"
    >
      {/* Focusable, so that the keyboard scrolls it and a dialog opens at its beginning. */}
      <div
        role="group"
        aria-label={translate('conflict:compareTitle')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the dialog
        tabIndex={0}
        className="grid gap-5 rounded-lg"
      >
        {fields.map((field) => (
          <Compared key={field.name} {...field} />
        ))}
      </div>
      <DialogFooter>{children}</DialogFooter>
    </TitledDialog>
  )
}

function Compared({ label, mine, theirs }: TwoVersions) {
  const translate = useFormTexts()
  const areTexts = typeof mine === 'string' && typeof theirs === 'string'
  const [ofMine, ofTheirs] = areTexts ? differenceOf(mine, theirs).map(marked) : [mine, theirs]
  const versions = [
    ['conflict:mine', ofMine === undefined ? translate('conflict:chosenHere') : ofMine],
    ['conflict:theirs', ofTheirs],
  ] as const
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-medium">{label}</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        {versions.map(([name, version]) => (
          <div key={name} className="grid min-w-0 content-start gap-1 rounded-lg border border-border p-3">
            <p className="text-sm text-muted-foreground">{translate(name)}</p>
            <div className="wrap-anywhere whitespace-pre-line">
              {version || <span className="text-muted-foreground">{translate('conflict:empty')}</span>}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

const marked = (pieces: readonly Piece[]): ReactNode => pieces.length > 0 && <Marked pieces={pieces} />

function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isOwn }, at) =>
    isOwn ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have nothing but their place
      <mark key={at} className="rounded-xs bg-brand/18 text-foreground dark:bg-brand/35">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
