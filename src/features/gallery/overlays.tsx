import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { DialogActions, TitledDialog } from '#/components/dialog/titled-dialog.tsx'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '#/components/ui/alert-dialog.tsx'
import { Button } from '#/components/ui/button.tsx'
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '#/components/ui/command.tsx'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#/components/ui/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import {
  Sheet,
  SheetClose,
  SheetContent,
  SheetDescription,
  SheetFooter,
  SheetHeader,
  SheetTitle,
  SheetTrigger,
} from '#/components/ui/sheet.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useTranslate } from '@plinth/core/texts'
import { Row } from './row.tsx'

const toasts = ['success', 'info', 'warning', 'error', 'loading'] as const
/** Component names are the same in every language. */
const names = {
  dialog: 'Dialog',
  titled: 'TitledDialog',
  sheet: 'Sheet',
  alert: 'AlertDialog',
  menu: 'DropdownMenu',
}
const isDone = () => Promise.resolve(true)

/** Everything that opens above the page. */
export function Overlays() {
  return (
    <>
      <Dialogs />
      <AlertDialogs />
      <Menu />
      <Toasts />
      <Commands />
    </>
  )
}

function Dialogs() {
  const t = useTranslate()
  const [isWideOpen, setWideOpen] = useState(false)
  return (
    <Row name="Dialog">
      <Dialog>
        <DialogTrigger render={<Button variant="outline" />}>{names.dialog}</DialogTrigger>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{t('gallery:title')}</DialogTitle>
            <DialogDescription>{t('gallery:sentence')}</DialogDescription>
          </DialogHeader>
          <DialogFooter>
            <Button>{t('gallery:save')}</Button>
            <DialogClose render={<Button variant="outline" />}>{t('app:dialog.cancel')}</DialogClose>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <Button variant="outline" onClick={() => setWideOpen(true)}>
        {names.titled}
      </Button>
      <TitledDialog
        isOpen={isWideOpen}
        onOpenChange={setWideOpen}
        title={t('gallery:title')}
        text={t('gallery:sentence')}
        width="wide"
      >
        <DialogActions onCancel={() => setWideOpen(false)}>
          <Button onClick={() => setWideOpen(false)}>{t('gallery:save')}</Button>
        </DialogActions>
      </TitledDialog>
      <Sheet>
        <SheetTrigger render={<Button variant="outline" />}>{names.sheet}</SheetTrigger>
        <SheetContent>
          <SheetHeader>
            <SheetTitle>{t('gallery:title')}</SheetTitle>
            <SheetDescription>{t('gallery:sentence')}</SheetDescription>
          </SheetHeader>
          <SheetFooter>
            <SheetClose render={<Button variant="outline" />}>{t('app:dialog.cancel')}</SheetClose>
          </SheetFooter>
        </SheetContent>
      </Sheet>
    </Row>
  )
}

function AlertDialogs() {
  const t = useTranslate()
  const { ask, dialog } = useConfirm()
  const question = {
    title: t('gallery:deleteQuestion'),
    text: t('gallery:deleteText'),
    confirmLabel: t('gallery:delete'),
    pendingLabel: t('gallery:deleting'),
    onConfirm: isDone,
  }
  return (
    <Row name="AlertDialog">
      <AlertDialog>
        <AlertDialogTrigger render={<Button variant="outline" />}>{names.alert}</AlertDialogTrigger>
        <AlertDialogContent>
          <AlertDialogHeader>
            <AlertDialogTitle>{t('gallery:deleteQuestion')}</AlertDialogTitle>
            <AlertDialogDescription>{t('gallery:deleteText')}</AlertDialogDescription>
          </AlertDialogHeader>
          <AlertDialogFooter>
            <AlertDialogAction variant="destructive">{t('gallery:delete')}</AlertDialogAction>
            <AlertDialogCancel>{t('app:dialog.cancel')}</AlertDialogCancel>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
      <Button variant="destructive" onClick={() => ask(question)}>
        {t('gallery:delete')}
      </Button>
      <Button
        variant="outline"
        className="h-auto min-h-9 whitespace-normal"
        onClick={() =>
          ask({ ...question, typed: { label: t('gallery:typeName'), expected: t('gallery:name') } })
        }
      >
        {t('gallery:typeName')}
      </Button>
      {dialog}
    </Row>
  )
}

function Menu() {
  const t = useTranslate()
  return (
    <Row name="DropdownMenu">
      <DropdownMenu>
        <DropdownMenuTrigger render={<Button variant="outline" />}>{names.menu}</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem>{t('gallery:open')}</DropdownMenuItem>
          <DropdownMenuItem disabled>{t('gallery:save')}</DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem variant="destructive">{t('gallery:delete')}</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </Row>
  )
}

function Toasts() {
  const t = useTranslate()
  return (
    <Row name="Sonner">
      {toasts.map((kind) => (
        <Button key={kind} variant="outline" onClick={() => void showToast(kind, t('gallery:sentence'))}>
          {kind}
        </Button>
      ))}
      <Button
        variant="outline"
        onClick={() =>
          void showToast('success', t('gallery:saved'), { label: t('gallery:undo'), run: () => {} })
        }
      >
        {t('gallery:undo')}
      </Button>
    </Row>
  )
}

function Commands() {
  const t = useTranslate()
  return (
    <Command label={t('gallery:search')} className="max-w-[30rem] rounded-xl border border-border">
      <CommandInput placeholder={t('gallery:search')} aria-label={t('gallery:search')} />
      <CommandList>
        <CommandEmpty>{t('gallery:emptyTitle')}</CommandEmpty>
        <CommandGroup heading={t('gallery:actions')}>
          <CommandItem>{t('gallery:open')}</CommandItem>
          <CommandItem>{t('gallery:save')}</CommandItem>
        </CommandGroup>
      </CommandList>
    </Command>
  )
}
