import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTRPC } from '#/core/trpc/react.tsx'
import { useAct } from './use-act.ts'
import { useBulkAct } from './use-bulk-act.ts'
import { useQuestions } from './use-questions.ts'
import type { Person, UserActs, UserActsOptions } from './user-acts.ts'

const CreateUserDialog = lazy(() => import('./create-user-dialog.tsx'))
const BanDialog = lazy(() => import('./ban-dialog.tsx'))
const ImpersonateDialog = lazy(() => import('./impersonate-dialog.tsx'))

type Asked =
  | { what: 'create' }
  | { what: 'ban'; people: readonly Person[] }
  | { what: 'impersonate'; person: Person }

/**
 * Everything an administrator can do to people, one or several, with the dialogs that ask first; `dialogs` is
 * their place on the page.
 */
export function useUserActs({ onOpen, onBulkDone, onDeleted }: UserActsOptions): {
  acts: UserActs
  dialogs: ReactNode
} {
  const [asked, setAsked] = useState<Asked & { count: number }>()
  const [isOpen, setOpen] = useState(false)
  const unban = useUnban(onBulkDone)
  const { questions, dialog } = useQuestions({ onBulkDone, onDeleted })
  function open(next: Asked) {
    // Counted, so that what was typed for the last one is gone.
    setAsked((last) => ({ ...next, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const acts = {
    ...questions,
    unban,
    open: onOpen,
    create: () => open({ what: 'create' }),
    ban: (people: readonly Person[]) => open({ what: 'ban', people }),
    impersonate: (person: Person) => open({ what: 'impersonate', person }),
  }
  const state = { isOpen, onOpenChange: setOpen }
  const dialogs = (
    <>
      {asked ? (
        <Suspense>
          {asked.what === 'create' ? <CreateUserDialog key={asked.count} {...state} /> : null}
          {asked.what === 'ban' ? (
            <BanDialog key={asked.count} people={asked.people} onBulkDone={onBulkDone} {...state} />
          ) : null}
          {asked.what === 'impersonate' ? (
            <ImpersonateDialog key={asked.count} person={asked.person} {...state} />
          ) : null}
        </Suspense>
      ) : null}
      {dialog}
    </>
  )
  return { acts, dialogs }
}

/** Nobody is asked: a ban that was lifted can be given again. */
function useUnban(onBulkDone: () => void) {
  const trpc = useTRPC()
  const { run } = useAct()
  const { runMany } = useBulkAct()
  const { mutateAsync: unban } = useMutation(trpc.admin.users.unban.mutationOptions())
  const { mutateAsync: unbanMany } = useMutation(trpc.admin.users.unbanMany.mutationOptions())

  return async (people: readonly Person[]) => {
    const userIds = people.map(({ id }) => id)
    const [userId] = userIds
    if (userIds.length === 1 && userId !== undefined) await run('unban', () => unban({ userId }))
    else await runMany('unban', () => unbanMany({ userIds }), onBulkDone)
  }
}
