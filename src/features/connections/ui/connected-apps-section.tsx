import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useId } from 'react'
import { ItemRow } from '#/components/item-row.tsx'
import { SettingsList } from '#/components/settings-list.tsx'
import { Moment, TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { useMay } from '@plinth/core/access'
import { useI18n, useSectionNames, useTranslate } from '@plinth/core/texts'
import { answerOf } from '@plinth/core/auth'
import { type RouterOutput, stateOf, useTRPC } from '@plinth/core/client'
import { connectedAppsAccess } from '../connections.access.ts'

type Connection = RouterOutput['connectedApps']['list']['items'][number]

/** The apps that the user has connected, with a button to disconnect each. */
export function ConnectedAppsSection() {
  const t = useTranslate()
  const query = useQuery(useTRPC().connectedApps.list.queryOptions())
  const { askToDisconnect, dialog } = useDisconnecting()
  return (
    <SettingsList
      title={t('connections:shell.title')}
      text={t('connections:text')}
      state={stateOf(query)}
      none={t('connections:none')}
      dialogs={dialog}
    >
      {(item) => <ConnectionRow key={item.id} connection={item} onDisconnect={() => askToDisconnect(item)} />}
    </SettingsList>
  )
}

function useDisconnecting() {
  const t = useTranslate()
  const queries = useQueryClient()
  const { connectedApps } = useTRPC()
  const { mutateAsync: disconnect } = useMutation(connectedApps.disconnect.mutationOptions())
  const showOutcome = useOutcomeToast()
  const { ask, dialog } = useConfirm()
  const askToDisconnect = ({ id, name, redirectHost }: Connection) =>
    ask({
      title: t('connections:disconnectTitle', { app: name ?? redirectHost }),
      text: t('connections:disconnectText'),
      confirmLabel: t('connections:disconnect'),
      pendingLabel: t('connections:disconnecting'),
      onConfirm: async () => {
        const isDone = showOutcome(await answerOf(disconnect({ id })), t('connections:disconnected'))
        await queries.invalidateQueries(connectedApps.list.queryFilter())
        return isDone
      },
    })
  return { askToDisconnect, dialog }
}

/** What scopes let an app do, in words. Writing includes reading. */
function useScopeWords() {
  const t = useTranslate()
  const areaOf = useSectionNames('scopeNames')
  return (scopes: readonly string[]) => {
    const areas = (verb: 'read' | 'write') =>
      scopes.flatMap((scope) => (scope.endsWith(`:${verb}`) ? [scope.slice(0, -verb.length - 1)] : []))
    const writes = areas('write')
    const reads = areas('read').filter((area) => !writes.includes(area))
    const named = (names: readonly string[]) => names.map(areaOf).join(', ')
    return [
      ...(reads.length > 0 ? [t('connections:reads', { areas: named(reads) })] : []),
      ...(writes.length > 0 ? [t('connections:writes', { areas: named(writes) })] : []),
    ].join(' · ')
  }
}

function ConnectionRow({ connection, onDisconnect }: { connection: Connection; onDisconnect: () => void }) {
  const { t, language } = useI18n()
  const nameId = useId()
  const wordsOf = useScopeWords()
  const mayDisconnect = useMay(connectedAppsAccess.disconnect)
  const { name, redirectHost, scopes, workspace, createdAt, lastUsedAt } = connection
  return (
    <ItemRow
      icon={<Plug className="size-4" aria-hidden="true" />}
      titleId={nameId}
      title={name ?? redirectHost}
      badge={<span className="text-xs text-muted-foreground">{redirectHost}</span>}
      text={
        <>
          {workspace ?? t('connections:personal')} · {wordsOf(scopes)}
          <br />
          {t('connections:since')} <Moment at={createdAt} language={language} /> ·{' '}
          {lastUsedAt === null ? (
            t('connections:neverUsed')
          ) : (
            <>
              {t('connections:lastUsed')} <TimeAgo isHour at={lastUsedAt} language={language} />
            </>
          )}
        </>
      }
    >
      {mayDisconnect ? (
        <Button variant="ghost" size="sm" aria-describedby={nameId} onClick={onDisconnect}>
          {t('connections:disconnect')}
        </Button>
      ) : null}
    </ItemRow>
  )
}
