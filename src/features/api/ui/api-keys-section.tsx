import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeySquare } from 'lucide-react'
import { useId, useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { ItemRow } from '#/components/item-row.tsx'
import { SettingsList } from '#/components/settings-list.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { useMay } from '@plinth/core/access'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { answerOf } from '@plinth/core/auth'
import { type RouterOutput, stateOf, useTRPC } from '@plinth/core/client'
import { apiKeysAccess } from '../api.access.ts'

const CreateKeyDialog = lazyPart(() => import('./create-key-dialog.tsx'))

type ApiKey = RouterOutput['apiKeys']['list']['items'][number]

/** The user's API keys: create, with the key shown once, and revoke. */
export function ApiKeysSection() {
  const t = useTranslate()
  const query = useQuery(useTRPC().apiKeys.list.queryOptions())
  const mayCreate = useMay(apiKeysAccess.create)
  const [asked, setAsked] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { askToRevoke, dialog } = useRevoking()
  return (
    <SettingsList
      title={t('api:shell.title')}
      text={
        <>
          {t('api:text')}{' '}
          <Link to="/dashboard/api" className="text-link underline underline-offset-2">
            {t('api:shell.reference')}
          </Link>
        </>
      }
      action={
        mayCreate && query.data ? (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              setAsked((count) => count + 1)
              setOpen(true)
            }}
          >
            {t('api:add')}
          </Button>
        ) : null
      }
      state={stateOf(query)}
      none={t('api:none')}
      dialogs={
        <>
          {asked > 0 && query.data ? (
            <CreateKeyDialog
              key={asked}
              workspace={query.data.workspace ?? t('api:personal')}
              scopes={query.data.scopes}
              isOpen={isOpen}
              onOpenChange={setOpen}
            />
          ) : null}
          {dialog}
        </>
      }
    >
      {(key) => <KeyRow key={key.id} apiKey={key} onRevoke={() => askToRevoke(key)} />}
    </SettingsList>
  )
}

function useRevoking() {
  const t = useTranslate()
  const queries = useQueryClient()
  const { apiKeys } = useTRPC()
  const { mutateAsync: revoke } = useMutation(apiKeys.revoke.mutationOptions())
  const showOutcome = useOutcomeToast()
  const { ask, dialog } = useConfirm()
  const askToRevoke = ({ id, name }: ApiKey) =>
    ask({
      title: t('api:revokeTitle', { name }),
      text: t('api:revokeText'),
      confirmLabel: t('api:revokeSubmit'),
      pendingLabel: t('api:revoking'),
      onConfirm: async () => {
        const isDone = showOutcome(await answerOf(revoke({ id })), t('api:revoked'))
        await queries.invalidateQueries(apiKeys.list.queryFilter())
        return isDone
      },
    })
  return { askToRevoke, dialog }
}

/** Enough of a key to recognize it. */
const masked = (hint: string) => `${'•'.repeat(4)}${hint}`

const expiryBadges = {
  expired: { variant: 'destructive', label: 'api:expired' },
  soon: { variant: 'warning', label: 'api:expiresSoon' },
} as const

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t, language } = useI18n()
  const nameId = useId()
  const mayRevoke = useMay(apiKeysAccess.revoke)
  const { name, hint, scopes, workspace, expiresAt, expiry, lastUsedAt } = apiKey
  const expires = <TimeAgo at={expiresAt} language={language} />
  const badge = expiry === 'later' ? undefined : expiryBadges[expiry]
  return (
    <ItemRow
      icon={<KeySquare className="size-4" aria-hidden="true" />}
      titleId={nameId}
      title={name}
      badge={
        badge ? (
          <Badge variant={badge.variant}>
            <span>
              {t(badge.label)} {expires}
            </span>
          </Badge>
        ) : null
      }
      text={
        <>
          <code className="text-xs">{masked(hint)}</code> · {workspace ?? t('api:personal')} ·{' '}
          <code className="text-xs">{scopes.join(', ')}</code>
          <br />
          {lastUsedAt === null ? (
            t('api:neverUsed')
          ) : (
            <>
              {t('api:lastUsed')} <TimeAgo isHour at={lastUsedAt} language={language} />
            </>
          )}
          {badge ? null : (
            <>
              {' '}
              · {t('api:expiresAt')} {expires}
            </>
          )}
        </>
      }
    >
      {mayRevoke ? (
        <Button variant="ghost" size="sm" aria-describedby={nameId} onClick={onRevoke}>
          {t('api:revoke')}
        </Button>
      ) : null}
    </ItemRow>
  )
}
