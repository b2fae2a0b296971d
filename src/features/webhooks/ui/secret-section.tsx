import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useCopy } from '#/components/use-copy.ts'
import { useMay } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { answerOf } from '@plinth/core/auth'
import { useTRPC } from '@plinth/core/client'
import { webhooksAccess } from '../webhooks.access.ts'
import { useEndpointAct } from './use-endpoint-act.ts'

/** The secret that signs an endpoint's requests: shown on request, and replaced. */
export function SecretSection({ endpointId: id }: { endpointId: string }) {
  const t = useTranslate()
  const copy = useCopy()
  const act = useEndpointAct()
  const queries = useQueryClient()
  const { webhooks } = useTRPC()
  const maySee = useMay(webhooksAccess.manage)
  // Not in the cache of queries, which outlives the page.
  const [secret, setSecret] = useState<string>()
  const rotate = useMutation(webhooks.rotateSecret.mutationOptions())
  const { ask, dialog } = useConfirm()
  if (!maySee) return null

  async function show() {
    const asked = queries.query({ ...webhooks.secret.queryOptions({ id }), staleTime: 0, gcTime: 0 })
    const { answer, refused } = await answerOf(asked)
    if (refused) void showToast('error', t(refused.code as TranslationKey, refused.params))
    setSecret(answer?.secret)
  }
  const askToRotate = () =>
    ask({
      title: t('webhooks:secret.rotateTitle'),
      text: t('webhooks:secret.rotateText'),
      confirmLabel: t('webhooks:secret.rotate'),
      pendingLabel: t('webhooks:secret.rotating'),
      onConfirm: async () => {
        const answer = await act(() => rotate.mutateAsync({ id }), t('webhooks:secret.rotated'))
        if (answer) setSecret(answer.secret)
        return answer !== undefined
      },
    })
  return (
    <SettingsSection
      title={t('webhooks:secret.title')}
      text={t('webhooks:secret.text')}
      action={
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          {secret === undefined ? (
            <Button variant="outline" size="sm" onClick={() => void show()}>
              {t('webhooks:secret.show')}
            </Button>
          ) : null}
          <Button variant="outline" size="sm" onClick={askToRotate}>
            {t('webhooks:secret.rotate')}
          </Button>
        </div>
      }
    >
      {secret === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-[1_1_16rem] rounded-lg border border-border bg-muted px-3 py-2 font-mono text-sm wrap-anywhere">
            {secret}
          </code>
          <Button variant="outline" size="sm" onClick={() => void copy(secret)}>
            {t('webhooks:secret.copy')}
          </Button>
        </div>
      )}
      {dialog}
    </SettingsSection>
  )
}
