import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { TitledDialog, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { useTranslate } from '@plinth/core/texts'
import { twoFactorState } from './two-factor-state.ts'
import { AuthenticatorStep } from './authenticator-step.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { ConfirmStep, type TwoFactorAct, type TwoFactorAnswer } from './two-factor-confirm.tsx'

type TwoFactorDialogProps = DialogState & { act: TwoFactorAct; hasPassword: boolean }
type Step =
  | { at: 'confirm' }
  | { at: 'scan'; totpURI: string; codes: readonly string[] }
  | { at: 'codes'; codes: readonly string[] }

/** Enables or disables the second factor, or creates new backup codes, which are shown only here. */
export default function TwoFactorDialog({ act, hasPassword, isOpen, onOpenChange }: TwoFactorDialogProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'confirm' })
  const [isSaved, setSaved] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  function say(text: string) {
    void showToast('success', text)
    void queries.invalidateQueries(twoFactorState)
  }
  function goOn({ totpURI, backupCodes = [] }: TwoFactorAnswer) {
    if (act === 'disable') {
      say(t('two-factor-settings:disabled'))
      return onOpenChange(false)
    }
    if (totpURI !== undefined) return setStep({ at: 'scan', totpURI, codes: backupCodes })
    say(act === 'enable' ? t('two-factor-settings:enabled') : t('two-factor-settings:codesMade'))
    setStep({ at: 'codes', codes: backupCodes })
  }
  function enabled(codes: readonly string[]) {
    say(t('two-factor-settings:enabled'))
    setStep({ at: 'codes', codes })
  }

  const titles = {
    enable: t('two-factor-settings:enable'),
    disable: t('two-factor-settings:disable'),
    codes: t('two-factor-settings:newCodes'),
  }
  const texts = {
    confirm: {
      enable: t('two-factor-settings:enableText'),
      disable: t('two-factor-settings:disableText'),
      codes: t('two-factor-settings:newCodesText'),
    }[act],
    scan: undefined,
    codes: t('two-factor-settings:codes.text'),
  }
  return (
    <TitledDialog
      isOpen={isOpen}
      // The codes are shown only here, so closing without a copy asks first.
      onOpenChange={(open) => (step.at === 'codes' && !isSaved ? setLeaving(true) : onOpenChange(open))}
      title={step.at === 'codes' ? t('two-factor-settings:codes.title') : titles[act]}
      text={texts[step.at]}
    >
      {step.at === 'confirm' ? (
        <ConfirmStep
          act={act}
          hasPassword={hasPassword}
          submit={titles[act]}
          onDone={goOn}
          onCancel={() => onOpenChange(false)}
        />
      ) : null}
      {step.at === 'scan' ? (
        <AuthenticatorStep
          totpURI={step.totpURI}
          onDone={() => enabled(step.codes)}
          onCancel={() => onOpenChange(false)}
        />
      ) : null}
      {step.at === 'codes' ? (
        <BackupCodes
          codes={step.codes}
          isLeaving={isLeaving}
          onStay={() => setLeaving(false)}
          onSave={() => {
            setSaved(true)
            setLeaving(false)
          }}
          onDone={() => onOpenChange(false)}
        />
      ) : null}
    </TitledDialog>
  )
}
