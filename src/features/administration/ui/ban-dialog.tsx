import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { DayField } from '#/components/calendar/day-field.tsx'
import { FormFrame, showServerErrors, useAppForm } from '#/components/form/app-form.tsx'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { banForm } from '../administration.schema.ts'
import { dayAfter, endOfDay } from './ban-end.ts'
import { useAdminAct } from './use-admin-act.ts'
import { useBulkAct } from './use-bulk-act.ts'
import type { TargetUser } from './user-acts.ts'

const presets = { day: 1, week: 7, month: 30, year: 365 } as const
const presetNames = ['day', 'week', 'month', 'year'] as const

/** The server's rules, for the day in the field. */
const fieldsOfForm = z.object({
  reason: banForm.shape.reason,
  expiresAt: z.string().superRefine((day, context) => {
    const [issue] = banForm.shape.expiresAt.safeParse(endOfDay(day)).error?.issues ?? []
    if (issue) context.addIssue({ code: 'custom', message: issue.message })
  }),
})

type BanDialogProps = DialogState & { users: readonly TargetUser[]; onBulkDone: () => void }

/** Bans one or several users, with a reason and a last day. */
export default function BanDialog({ users, onBulkDone, isOpen, onOpenChange }: BanDialogProps) {
  const t = useTranslate()
  const send = useBan(users, onBulkDone)
  const [today] = useState(() => new Date())
  const [first] = users
  const isSingle = users.length === 1
  const name = isSingle && first ? first.name : t('administration:selection.users', { count: users.length })
  const form = useAppForm({
    defaultValues: { reason: '', expiresAt: '' },
    validators: { onSubmit: fieldsOfForm },
    onSubmit: async ({ value }) => {
      const expiresAt = endOfDay(value.expiresAt)
      if (!expiresAt) return
      const wrong = await send({ reason: value.reason.trim(), expiresAt })
      if (!wrong || wrong.isOver) onOpenChange(false)
      else showServerErrors(form, wrong.fields)
    },
  })
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('administration:ban.title', { name })}
      text={t('administration:ban.text')}
    >
      <FormFrame form={form} draft={`users.ban ${users.map(({ id }) => id).join()}`}>
        <form.AppField name="reason">
          {(field) => (
            <field.Text
              label={t('administration:ban.reason')}
              hint={t('administration:ban.reasonHint')}
              autoComplete="off"
              required
            />
          )}
        </form.AppField>
        <form.AppField name="expiresAt">
          {(field) => (
            <div className="grid gap-2">
              <DayField
                label={t('administration:ban.expiresAt')}
                hint={t('administration:ban.expiresHint')}
                today={dayAfter(today, 0)}
                min={dayAfter(today, 0)}
                required
              />
              <div
                role="group"
                aria-label={t('administration:ban.presets')}
                className={`${segmentClass} max-sm:h-auto max-sm:flex-wrap`}
              >
                {presetNames.map((preset) => (
                  <button
                    key={preset}
                    type="button"
                    aria-pressed={field.state.value === dayAfter(today, presets[preset])}
                    onClick={() => field.handleChange(dayAfter(today, presets[preset]))}
                    className={segmentItemClass}
                  >
                    {t(`administration:ban.preset.${preset}`)}
                  </button>
                ))}
              </div>
            </div>
          )}
        </form.AppField>
        <DialogActions onCancel={() => onOpenChange(false)}>
          <form.Submit variant="destructive" pendingLabel={t('administration:ban.pending')}>
            {isSingle
              ? t('administration:ban.submit')
              : t('administration:ban.submitMany', { count: users.length })}
          </form.Submit>
        </DialogActions>
      </FormFrame>
    </TitledDialog>
  )
}

/** Resolves to the error, like `useAdminAct`. */
function useBan(users: readonly TargetUser[], onBulkDone: () => void) {
  const trpc = useTRPC()
  const { run } = useAdminAct()
  const { runMany } = useBulkAct()
  const { mutateAsync: ban } = useMutation(trpc.admin.users.ban.mutationOptions())
  const { mutateAsync: banMany } = useMutation(trpc.admin.users.banMany.mutationOptions())

  return async (terms: { reason: string; expiresAt: Date }) => {
    const userIds = users.map(({ id }) => id)
    const [userId] = userIds
    if (userIds.length === 1 && userId !== undefined) return run('ban', () => ban({ userId, ...terms }))
    const isDone = await runMany('ban', () => banMany({ userIds, ...terms }), onBulkDone)
    return isDone ? undefined : { isOver: false, fields: {} }
  }
}
