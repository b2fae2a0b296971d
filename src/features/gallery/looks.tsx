import { Plus } from 'lucide-react'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert, AlertDescription, AlertTitle } from '#/components/ui/alert.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { Row } from './row.tsx'

/** Written out, because Tailwind finds classes by reading the source. */
const colors = {
  background: 'bg-background',
  card: 'bg-card',
  popover: 'bg-popover',
  primary: 'bg-primary',
  secondary: 'bg-secondary',
  muted: 'bg-muted',
  accent: 'bg-accent',
  destructive: 'bg-destructive',
  border: 'bg-border',
  input: 'bg-input',
  ring: 'bg-ring',
  brand: 'bg-brand',
  'chart-1': 'bg-chart-1',
  'chart-2': 'bg-chart-2',
  'chart-3': 'bg-chart-3',
  'chart-4': 'bg-chart-4',
  'chart-5': 'bg-chart-5',
  sidebar: 'bg-sidebar',
  'sidebar-accent': 'bg-sidebar-accent',
}

export function Colors() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
      {Object.entries(colors).map(([name, className]) => (
        <li key={name} className="grid gap-1 text-xs text-muted-foreground">
          <span className={`h-10 rounded-lg border border-border ${className}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

const variants = ['default', 'secondary', 'outline', 'ghost', 'destructive', 'link'] as const
const sizes = ['lg', 'default', 'sm', 'xs'] as const
const iconSizes = ['icon-lg', 'icon', 'icon-sm', 'icon-xs'] as const

export function Buttons() {
  const t = useTranslate()
  return (
    <>
      {variants.map((variant) => (
        <Row key={variant} name={variant}>
          <Button variant={variant}>{t('gallery:save')}</Button>
          <Button variant={variant}>
            <Plus aria-hidden="true" />
            {t('gallery:save')}
          </Button>
          <Button variant={variant} disabled>
            {t('gallery:save')}
          </Button>
          <SubmitButton variant={variant} pending pendingLabel={t('gallery:saving')}>
            {t('gallery:save')}
          </SubmitButton>
          <Button variant={variant} size="icon" aria-label={t('gallery:save')}>
            <Plus aria-hidden="true" />
          </Button>
        </Row>
      ))}
      {sizes.map((size) => (
        <Row key={size} name={size}>
          <Button size={size}>{t('gallery:save')}</Button>
          <Button size={size} variant="outline" render={<a href="#buttons">{t('gallery:open')}</a>} />
        </Row>
      ))}
      <Row name="icon">
        {iconSizes.map((size) => (
          <Button key={size} size={size} variant="outline" aria-label={size}>
            <Plus aria-hidden="true" />
          </Button>
        ))}
      </Row>
    </>
  )
}

const badges = [
  'default',
  'secondary',
  'outline',
  'destructive',
  'brand',
  'success',
  'warning',
  'info',
] as const
const alerts = ['default', 'destructive', 'success', 'warning', 'info'] as const

export function Badges() {
  const t = useTranslate()
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {badges.map((variant) => (
          <Badge key={variant} variant={variant}>
            {variant}
          </Badge>
        ))}
      </div>
      {alerts.map((variant) => (
        <Alert key={variant} variant={variant}>
          {t('gallery:sentence')}
        </Alert>
      ))}
      <Alert>
        <Plus aria-hidden="true" />
        <AlertTitle>{t('gallery:alertTitle')}</AlertTitle>
        <AlertDescription>{t('gallery:sentence')}</AlertDescription>
      </Alert>
      <Alert variant="warning">
        <AlertTitle>{t('gallery:alertTitle')}</AlertTitle>
        <AlertDescription>{t('gallery:sentence')}</AlertDescription>
      </Alert>
    </>
  )
}
