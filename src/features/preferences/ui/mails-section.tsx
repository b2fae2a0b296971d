import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadFailure } from '#/components/part/load-failure.tsx'
import { SettingsRow, SettingsSection } from '#/components/settings-section.tsx'
import { showFailure } from '#/components/toast.ts'
import { Switch } from '#/components/ui/switch.tsx'
import { useMay } from '@plinth/core/access'
import { type OptionalMail, optionalMails } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { preferencesAccess } from '../preferences.access.ts'

/** The optional mails of the user. A switch applies immediately, and is reverted on an error. */
export function MailsSection() {
  const t = useTranslate()
  const trpc = useTRPC()
  const query = useQuery(trpc.preferences.mails.queryOptions())
  // While loading, all of them.
  const isSent = (kind: OptionalMail) => query.data?.[kind] !== undefined || !query.data
  const shown = optionalMails.filter(isSent)
  return (
    <SettingsSection
      title={t('preferences:mails.title')}
      text={t('preferences:mails.always')}
      summary={
        query.data &&
        t('preferences:mails.summary', {
          on: shown.filter((kind) => query.data[kind]).length,
          all: shown.length,
        })
      }
      list={
        query.isError ? null : (
          <ul className="divide-y divide-border" aria-label={t('preferences:mails.title')}>
            {shown.map((kind) => (
              <MailSwitch key={kind} kind={kind} isWanted={query.data?.[kind]} />
            ))}
          </ul>
        )
      }
    >
      {query.isError ? (
        <LoadFailure failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : null}
    </SettingsSection>
  )
}

/** An undefined `isWanted` is still loading: the switch is disabled. */
function MailSwitch({ kind, isWanted }: { kind: OptionalMail; isWanted: boolean | undefined }) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const mayChange = useMay(preferencesAccess.setMail)
  const change = useMutation(
    trpc.preferences.setMail.mutationOptions({
      onSuccess: (mails) => queries.setQueryData(trpc.preferences.mails.queryKey(), mails),
      onError: (error) => {
        void showFailure(error, t)
      },
    }),
  )
  const isOn = change.isPending ? change.variables.isWanted : isWanted
  return (
    <li>
      <SettingsRow
        htmlFor={`mail-${kind}`}
        label={t(`preferences:mails.kinds.${kind}`)}
        text={t(`preferences:mails.texts.${kind}`)}
      >
        <Switch
          id={`mail-${kind}`}
          name={kind}
          disabled={isWanted === undefined || !mayChange}
          className={isWanted === undefined ? 'disabled:opacity-100!' : undefined}
          checked={isOn ?? true}
          aria-describedby={`mail-${kind}-text`}
          onChange={(event) => change.isPending || change.mutate({ kind, isWanted: event.target.checked })}
        />
      </SettingsRow>
    </li>
  )
}
