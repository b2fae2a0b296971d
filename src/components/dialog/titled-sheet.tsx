import { Sheet, SheetContent } from '../ui/sheet.tsx'
import { TitledDialog, type TitledDialogProps } from './titled-dialog.tsx'

/** A titled dialog at the right edge, on phones at the bottom: details of an item of a list. */
export function TitledSheet(props: Omit<TitledDialogProps, 'parts'>) {
  return <TitledDialog {...props} parts={{ Root: Sheet, Content: SheetContent }} />
}
