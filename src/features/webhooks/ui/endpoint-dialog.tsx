import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { DialogActions, TitledDialog, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { stateOf, useTRPC } from '@plinth/core/client'
import { type WireError, failureOf } from '@plinth/core/page'
import { createEndpointInput, type CreateEndpointInput } from '../webhooks.schema.ts'
import { EventsField } from './events-field.tsx'
import { endpointList, type Endpoint } from './webhook-queries.ts'

type EndpointDialogProps = DialogState & {
  /** Undefined for a new one. */
  endpoint?: Endpoint
}

/** Adds an endpoint and opens its page, or edits one. */
export default function EndpointDialog({ endpoint, ...dialog }: EndpointDialogProps) {
  const t = useTranslate()
  const list = useQuery(endpointList(useTRPC()))
  return (
    <TitledDialog {...dialog} title={t(endpoint ? 'webhooks:form.editTitle' : 'webhooks:form.addTitle')}>
      <LoadState {...stateOf(list)} skeleton={<Skeletons heights={['h-16', 'h-32']} />}>
        {({ eventTypes }) => (
          <EndpointForm
            // Another form once what it edits has changed, not with every delivery.
            key={JSON.stringify([endpoint?.url, endpoint?.eventTypes])}
            endpoint={endpoint}
            allEvents={eventTypes}
            onDone={() => dialog.onOpenChange(false)}
          />
        )}
      </LoadState>
    </TitledDialog>
  )
}

type EndpointFormProps = {
  endpoint: Endpoint | undefined
  allEvents: readonly string[]
  onDone: () => void
}

function EndpointForm({ endpoint, allEvents, onDone }: EndpointFormProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { webhooks } = useTRPC()
  const [failure, setFailure] = useState<WireError>()
  const create = useMutation(webhooks.create.mutationOptions())
  const update = useMutation(webhooks.update.mutationOptions())
  const defaultValues: CreateEndpointInput = {
    url: endpoint?.url ?? '',
    eventTypes: endpoint?.eventTypes ?? null,
  }
  const form = useAppForm({
    defaultValues,
    validators: { onSubmit: createEndpointInput },
    onSubmit: async ({ value }) => {
      setFailure(undefined)
      let id: string
      try {
        ;({ id } = endpoint
          ? await update.mutateAsync({ id: endpoint.id, ...value })
          : await create.mutateAsync(value))
      } catch (error) {
        const refused = failureOf(error)
        if (!showRefusal(form, { field: refused.params.field?.toString(), code: refused.code }))
          setFailure(refused)
        return
      }
      void showToast('success', t(endpoint ? 'webhooks:form.saved' : 'webhooks:form.added'))
      onDone()
      await queries.invalidateQueries(webhooks.pathFilter())
      if (!endpoint) await navigate({ to: '/dashboard/webhooks/$endpointId', params: { endpointId: id } })
    },
  })
  return (
    <FormFrame form={form} draft={`webhooks.${endpoint?.id ?? 'new'}`}>
      {failure ? (
        <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
      ) : null}
      <form.AppField name="url">
        {(field) => (
          <field.Text
            label={t('webhooks:form.url')}
            hint={t('webhooks:form.urlHint')}
            placeholder={t('webhooks:form.urlPlaceholder')}
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </form.AppField>
      <form.AppField name="eventTypes">{() => <EventsField allEvents={allEvents} />}</form.AppField>
      <DialogActions onCancel={onDone}>
        <form.Submit pendingLabel={t(endpoint ? 'webhooks:form.saving' : 'webhooks:form.adding')}>
          {t(endpoint ? 'webhooks:form.save' : 'webhooks:form.add')}
        </form.Submit>
      </DialogActions>
    </FormFrame>
  )
}
