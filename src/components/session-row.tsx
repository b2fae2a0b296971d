import { Laptop, Smartphone } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useFormTexts } from './form/form-texts.tsx'
import { ItemRow } from './item-row.tsx'
import { TimeAgo } from './time-ago.tsx'
import { Badge } from './ui/badge.tsx'
import { Button } from './ui/button.tsx'

type SessionRowProps = {
  session: {
    browser: string | null
    system: string | null
    ip: string | null
    lastSeenAt: Date
    current: boolean
  }
  isPhone: boolean
  language: string
  badge?: ReactNode
  /** Undefined for a session that can't be ended here. */
  onEnd: (() => void) | undefined
}

/** A session in a list: its device, address and last use, and the button that ends it. */
export function SessionRow({ session, isPhone, language, badge, onEnd }: SessionRowProps) {
  const translate = useFormTexts()
  const deviceId = useId()
  const { browser, system, ip, lastSeenAt, current } = session
  const Icon = isPhone ? Smartphone : Laptop
  return (
    <ItemRow
      icon={<Icon className="size-4" aria-hidden="true" />}
      titleId={deviceId}
      title={
        browser && system
          ? translate('security:session.device', { browser, system })
          : (browser ?? system ?? translate('security:session.unknownDevice'))
      }
      badge={
        <>
          {badge}
          {current ? <Badge variant="success">{translate('security:session.current')}</Badge> : null}
        </>
      }
      text={
        <>
          {ip ? <span className="tabular-nums">{ip} · </span> : null}
          <TimeAgo at={lastSeenAt} language={language} />
        </>
      }
    >
      {onEnd ? (
        <Button variant="outline" size="sm" aria-describedby={deviceId} onClick={onEnd}>
          {translate('security:session.end')}
        </Button>
      ) : null}
    </ItemRow>
  )
}
