import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { LoadState } from '#/components/load-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { twoFactorAccess } from '../two-factor.access.ts'
import { useTranslate } from '@plinth/core/texts'
import { stateOf } from '@plinth/core/client'
import { twoFactorState } from './two-factor-state.ts'
import type { TwoFactorAct } from './two-factor-confirm.tsx'

const TwoFactorDialog = lazyPart(() => import('./two-factor-dialog.tsx'))

/** The second factor: on or off, by app or by mail, and how many backup codes are left. */
export function TwoFactorSection() {
  const t = useTranslate()
  const query = useQuery(twoFactorState)
  const [asked, setAsked] = useState<{ act: TwoFactorAct; count: number }>()
  const [isOpen, setOpen] = useState(false)
  function open(act: TwoFactorAct) {
    setAsked((last) => ({ act, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const { data: state } = query
  const onOrOff = state?.enabled ? t('two-factor-settings:on') : t('two-factor-settings:off')
  return (
    <SettingsSection
      title={t('two-factor-settings:title')}
      badge={state ? <Badge variant={state.enabled ? 'success' : 'secondary'}>{onOrOff}</Badge> : null}
      summary={state ? onOrOff : null}
      text={
        state?.enabled
          ? `${state.authenticator ? t('two-factor-settings:byApp') : t('two-factor-settings:byMail')} ${t('two-factor-settings:codesLeft', { count: state.backupCodesLeft })}`
          : t('two-factor-settings:text')
      }
      action={state ? state.enabled ? <WhenOn onAct={open} /> : <WhenOff onAct={open} /> : null}
    >
      {query.error ? (
        <LoadState {...stateOf(query)} skeleton={null}>
          {() => null}
        </LoadState>
      ) : null}
      {asked && state ? (
        <TwoFactorDialog
          key={asked.count}
          act={asked.act}
          hasPassword={state.hasPassword}
          isOpen={isOpen}
          onOpenChange={setOpen}
        />
      ) : null}
    </SettingsSection>
  )
}

type ActsProps = { onAct: (act: TwoFactorAct) => void }

function WhenOn({ onAct }: ActsProps) {
  const t = useTranslate()
  const mayRenew = useMay(twoFactorAccess.backupCodes)
  const mayDisable = useMay(twoFactorAccess.disableTwoFactor)
  return (
    <div className="flex flex-wrap gap-2">
      {mayRenew ? (
        <Button variant="outline" size="sm" onClick={() => onAct('codes')}>
          {t('two-factor-settings:newCodes')}
        </Button>
      ) : null}
      {mayDisable ? (
        <Button
          variant="outline"
          size="sm"
          className="text-destructive-text!"
          onClick={() => onAct('disable')}
        >
          {t('two-factor-settings:disable')}
        </Button>
      ) : null}
    </div>
  )
}

function WhenOff({ onAct }: ActsProps) {
  const t = useTranslate()
  const isOwn = useMay(twoFactorAccess.disableTwoFactor)
  const mayEnable = useMay(twoFactorAccess.enableTwoFactor)
  if (!isOwn) return null
  if (!mayEnable) return <p className="max-w-60 text-sm text-warning-text">{t('security:verifyFirst')}</p>
  return (
    <Button size="sm" onClick={() => onAct('enable')}>
      {t('two-factor-settings:enable')}
    </Button>
  )
}
