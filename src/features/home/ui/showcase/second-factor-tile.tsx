import { Check } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { pieceClass, Tile } from './tile.tsx'

const DIGITS = '4190'

/** The form of the authenticator code, half filled in. */
export function SecondFactorTile() {
  const t = useTranslate()
  return (
    <Tile name="signIn" className="lg:col-span-5">
      <div className={`${pieceClass} grid max-w-[21rem] gap-5 px-6 pt-7 pb-6`}>
        <div className="grid gap-0.5">
          <p className="text-lg leading-6 font-semibold">{t('showcase:secondFactor.title')}</p>
          <p className="text-muted-foreground">{t('showcase:secondFactor.intro')}</p>
        </div>
        <span className="code-cells">
          <span>{DIGITS}</span>
        </span>
        <p className="flex items-center gap-2.5">
          <span className="grid size-4 place-items-center rounded-sm bg-brand text-card">
            <Check className="size-3" strokeWidth={3} />
          </span>
          {t('showcase:secondFactor.trust')}
        </p>
        <span className={buttonVariants()}>{t('showcase:secondFactor.submit')}</span>
      </div>
    </Tile>
  )
}
