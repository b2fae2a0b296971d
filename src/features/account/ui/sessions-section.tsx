import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SessionRow } from '#/components/session-row.tsx'
import { SettingsList } from '#/components/settings-list.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useMay } from '@plinth/core/access'
import { answerOf, describeAgent, isPhone, useReauthentication } from '@plinth/core/auth'
import { useI18n } from '@plinth/core/texts'
import { type RouterOutput, stateOf, useTRPC } from '@plinth/core/client'
import { sessionsAccess } from '../account.access.ts'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'

type Session = RouterOutput['sessions']['list']['items'][number]

/** The user's sessions. All but the current one can be revoked, one by one or together. */
export function SessionsSection() {
  const { t, language } = useI18n()
  const query = useQuery(useTRPC().sessions.list.queryOptions())
  const { end, endOthers, dialog } = useEndSessions()
  const mayRevoke = useMay(sessionsAccess.revoke)
  const hasOthers = (query.data?.items.length ?? 0) > 1
  return (
    <SettingsList
      title={t('account:sessions.title')}
      text={t('account:sessions.text')}
      action={
        mayRevoke && hasOthers ? (
          <Button variant="outline" size="sm" onClick={endOthers}>
            {t('account:sessions.endOthers')}
          </Button>
        ) : null
      }
      state={stateOf(query)}
      dialogs={dialog}
    >
      {(session) => {
        const agent = describeAgent(session.userAgent)
        return (
          <SessionRow
            key={session.id}
            session={{ ...session, ...agent }}
            isPhone={isPhone(agent.system)}
            language={language}
            onEnd={mayRevoke && !session.current ? () => void end(session) : undefined}
          />
        )
      }}
    </SettingsList>
  )
}

function useEndSessions() {
  const { t } = useI18n()
  const queries = useQueryClient()
  const { sessions: procedures } = useTRPC()
  const { mutateAsync: revoke } = useMutation(procedures.revoke.mutationOptions())
  const { mutateAsync: revokeOthers } = useMutation(procedures.revokeOthers.mutationOptions())
  const { act } = useAccountAct()
  const { ask, dialog } = useConfirm()

  async function run(send: () => Promise<unknown>, done: string): Promise<boolean> {
    const isDone = await act({ run: send, done })
    await queries.invalidateQueries(procedures.list.queryFilter())
    return isDone
  }
  return {
    end: ({ id }: Session) => run(() => revoke({ id }), t('account:sessions.done')),
    endOthers: () =>
      ask({
        title: t('account:sessions.othersTitle'),
        text: t('account:sessions.othersText'),
        confirmLabel: t('account:sessions.endOthers'),
        pendingLabel: t('account:sessions.ending'),
        onConfirm: () => run(revokeOthers, t('account:sessions.othersDone')),
      }),
    dialog,
  }
}

type Act = {
  run: () => Promise<unknown>
  /** The text of the toast. */
  done: string
}

/**
 * Runs actions without a form: asks for re-authentication if needed, and shows the result as a toast. `act`
 * resolves to whether it succeeded and never rejects; `dialog` must be rendered.
 */
function useAccountAct() {
  const showOutcome = useOutcomeToast()
  const { withRecentAuth, dialog } = useReauthentication()

  async function act({ run, done }: Act): Promise<boolean> {
    return showOutcome(await withRecentAuth(() => answerOf(run())), done)
  }
  return { act, dialog }
}
